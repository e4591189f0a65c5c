import type { Compilable, CompiledQuery } from 'kysely';

/** What calls of a statement that is compiled once may differ in. */
export type Parameter = string | number | boolean | null | readonly string[] | readonly number[];

type Values<V> = { readonly [K in keyof V]: Parameter | undefined };

interface Known<R> {
  query: CompiledQuery<R>;
  /** For each parameter of the text the name of its value; undefined where it is the same for every call. */
  names: readonly (string | undefined)[];
}

const refuse = (): never => {
  throw new Error('a statement that is compiled once may use its values as parameters only');
};

/**
 * Stands for a value while the statement is compiled; refuses everything but to be handed on. The query builder asks
 * each value whether it is a part of a statement.
 */
const placeholder = (): object =>
  new Proxy({}, { get: (_, name) => (name === 'toOperationNode' ? undefined : refuse()), ownKeys: refuse });

function compile<V extends Values<V>, R>(names: readonly string[], build: (values: V) => Compilable<R>): Known<R> {
  const nameOf = new Map(names.map((name) => [placeholder(), name]));
  const values: unknown = Object.fromEntries([...nameOf].map(([value, name]) => [name, value]));
  const query = build(values as V).compile();
  const used = query.parameters.map((value) => nameOf.get(value as object));
  const unused = names.find((name) => !used.includes(name));
  if (unused !== undefined) throw new Error(`${unused} is no parameter of the statement`);
  return { query, names: used };
}

/**
 * A statement that the query builder builds and compiles once for each set of present values; every other call only
 * brings its values.
 *
 * @param build Is called with placeholders and must hand each of them to the query builder as a value. What depends on
 *   a value itself (a condition that is left out, a list that is mapped, a limit) belongs outside
 * @throws Error at the first call, where `build` uses a value otherwise or not at all
 */
export function compileOnce<V extends Values<V>, R>(
  build: (values: V) => Compilable<R>,
): (values: V) => CompiledQuery<R> {
  const known = new Map<string, Known<R>>();
  return (values) => {
    const given: Values<Record<string, unknown>> = values;
    const names = Object.keys(given).filter((name) => given[name] !== undefined);
    const form = names.join();
    let one = known.get(form);
    if (!one) known.set(form, (one = compile(names, build)));
    const { query, names: used } = one;
    return { ...query, parameters: used.map((name, i) => (name === undefined ? query.parameters[i] : given[name])) };
  };
}

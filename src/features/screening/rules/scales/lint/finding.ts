import { pointer } from '../../../../../platform/schema/json.ts';
import type { Finding } from '../../../../../platform/schema/problem.ts';

/** A finding at a path of the pack. */
export const at = (path: readonly (string | number)[], reason: string, fix: string): Finding => ({
  pointer: pointer(...path),
  reason,
  fix,
});

/** The positions of the entries that repeat an earlier one. */
export function repeats<T>(values: readonly T[]): { index: number; value: T }[] {
  const seen = new Set<T>();
  return values.flatMap((value, index) => {
    if (seen.has(value)) return [{ index, value }];
    seen.add(value);
    return [];
  });
}

/** Findings for ids that occur twice in the list of the pack under `name`. */
export const doubledIds = (name: string, entries: readonly { id: string }[]): Finding[] =>
  repeats(entries.map(({ id }) => id)).map(({ index, value }) =>
    at([name, index, 'id'], `编号 ${value} 出现了两次`, '换一个编号'),
  );

/** Names that a list refers to and that do not exist. */
export const unknown = (
  path: readonly (string | number)[],
  names: readonly string[],
  known: readonly string[],
  what: string,
): Finding[] =>
  names.flatMap((name, index) =>
    known.includes(name)
      ? []
      : [at([...path, index], `没有${what} ${name}`, `改为已有的${what}：${known.slice(0, 20).join('、')}`)],
  );

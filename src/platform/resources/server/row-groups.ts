import type { Tx } from '../../db/server/database.ts';
import { sameValue } from '../../schema/json.ts';
import { SHARED_TABLE } from '../../schema/own-resource.ts';
import { endsOf } from '../../schema/ranges.ts';
import type { EntitySchema } from '../../schema/types.ts';
import type { Draft, FlatRow, Reject } from './hooks.ts';
import { forgetKeys, keepKeys, sharingRows } from './kept-keys.ts';
import { lockGroups, overlappingRows } from './queries/rows/groups.ts';
import { rowsOfKeys, type RowsOf } from './queries/rows/read.ts';
import { keyRule, type KeyRule } from './queries/rows/row-keys.ts';
import type { ScopedResource } from './reading.ts';
import { flatten } from './rows.ts';

const ALL = { kind: 'all' } as const;

interface Rule {
  /** Names of the fields that count. */
  names: readonly string[];
  /** For the keys that the database keeps of rows in `tenant_rows`. */
  key: KeyRule;
  message: string;
  /** Whether two rows with equal values, or overlapping ranges, exclude each other. */
  collide: (a: Readonly<FlatRow>, b: Readonly<FlatRow>) => boolean;
  /** Rows that are stored and may collide with these. */
  stored: (rows: RowsOf, keys: readonly Readonly<FlatRow>[]) => Parameters<Tx['run']>[0];
}

const titlesOf = ({ properties }: EntitySchema, names: readonly string[]) =>
  names.map((name) => properties[name]?.title ?? name).join('、');
const areEqual = (names: readonly string[]) => (a: Readonly<FlatRow>, b: Readonly<FlatRow>) =>
  names.every((name) => sameValue(a[name], b[name]));

function rulesOf(schema: EntitySchema): Rule[] {
  const { unique = [], no_overlap: apart } = schema['x-resource'];
  const rules = unique.map((names): Rule => ({
    names,
    key: keyRule(names),
    message: `已有${titlesOf(schema, names)}相同的${schema.title}`,
    collide: areEqual(names),
    stored: (rows, keys) => rowsOfKeys(rows, keys, names),
  }));
  const range = apart && schema.properties[apart.range];
  if (!apart || !range) return rules;
  const overlap = (a: Readonly<FlatRow>, b: Readonly<FlatRow>) => {
    const [[start = '', end = ''] = [], [from = '', to = ''] = []] = [a, b].map((row) =>
      endsOf(range, row[apart.range]),
    );
    return start < to && end > from;
  };
  const within = areEqual(apart.within);
  rules.push({
    names: [apart.range, ...apart.within],
    key: keyRule(apart.within, apart.range),
    message: `${range.title}与已有的${schema.title}重叠${apart.within.length > 0 ? `（${titlesOf(schema, apart.within)}相同）` : ''}`,
    collide: (a, b) => within(a, b) && overlap(a, b),
    stored: (rows, keys) => overlappingRows(rows, keys, apart),
  });
  return rules;
}

/** The rules of a schema whose keys the database keeps, for a resource in `tenant_rows`. */
export const keyRulesOf = (schema: EntitySchema): KeyRule[] => rulesOf(schema).map(({ key }) => key);

/**
 * Rejects rows that share values which only one row may have, or whose ranges overlap (`x-resource` unique,
 * no_overlap): with rows of any user, and among each other. Of two writers at once only one is accepted: those of the
 * same values wait for each other, and the database refuses what passes by (`row_keys`). Writers of a resource with a
 * table of its own all wait for each other.
 */
export async function rejectSharing(
  tx: Tx,
  { entity, rows }: ScopedResource,
  drafts: readonly Draft[],
  reject: Reject,
): Promise<void> {
  const { schema } = entity;
  const rules = rulesOf(schema);
  const isKept = schema['x-resource'].table === SHARED_TABLE;
  if (rules.length === 0) {
    if (isKept) forgetKeys(tx, { entity, rows });
    return;
  }
  const { id } = schema['x-resource'];
  const everywhere: RowsOf = { ...rows, scope: ALL, table: { ...rows.table, readable: undefined } };
  const reached = { entity, rows: everywhere };
  if (isKept) await keepKeys(tx, reached, keyRulesOf(schema), drafts.length);
  let isLocked = false;
  for (const { names, key, message, collide, stored } of rules) {
    const counting = [...drafts.entries()].filter(
      ([, { row, before }]) =>
        names.every((name) => row[name] !== undefined) &&
        (!before || names.some((name) => !sameValue(row[name], before[name]))),
    );
    if (counting.length === 0) continue;
    const given = counting.map(([, { row }]) => row);
    if (!isKept && !isLocked) await tx.run(lockGroups(rows.orgId, schema.$id));
    isLocked = true;
    const found = isKept ? await sharingRows(tx, reached, key, given) : await tx.run(stored(everywhere, given));
    // A row that is changed in this call counts as it will be, not as it is stored.
    const changing = new Set(drafts.flatMap(({ before }) => (before ? [before[id]] : [])));
    const others = found.map((one) => flatten(one as FlatRow)).filter((row) => !changing.has(row[id]));
    for (const [i, { row }] of counting) {
      const earlier = drafts.slice(0, i).map((draft) => draft.row);
      const unchanged = drafts.slice(i + 1).flatMap((draft) => (draft.before ? [draft.row] : []));
      if ([...others, ...earlier, ...unchanged].some((other) => collide(row, other)))
        reject(i, names[0] ?? '', message);
    }
  }
}

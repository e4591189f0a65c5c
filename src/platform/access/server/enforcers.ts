import { StringAdapter, newEnforcer, newModelFromString, type Enforcer } from 'casbin';
import { featureTest, type FeatureTest, type OpenedFeatures } from '../feature-expression.ts';
import { rowError, valuesOf, type PolicyRow } from './policy-file.ts';

export const ACCESS_COLUMNS = [
  'ptype',
  'area',
  'act',
  'identities',
  'roles',
  'org_types',
  'edu_levels',
  'features',
] as const;
export type AccessRow = PolicyRow<(typeof ACCESS_COLUMNS)[number]>;

/** The input of a decision. */
export interface Question {
  area: string;
  act: string;
  identity: number;
  roleId: number;
  orgType: number;
  eduLevel: number | null;
  features: OpenedFeatures;
}
export type Decide = (question: Question) => boolean;

/** The rows that Casbin has after loading. */
export type LoadedRows = (enforcer: Enforcer) => Promise<string[][]>;
const heldByCasbin: LoadedRows = (enforcer) => enforcer.getPolicy();

/** The matcher's `anyOf(value, "4|5|12")`; `*` is any value, none included. */
export const anyOf = (value: unknown, allowed: string): boolean =>
  allowed === '*' || valuesOf(allowed).includes(String(value));

/** The matcher's `feats(opened, "a || b")`; each expression is compiled once. */
function featureMatcher() {
  const compiled = new Map<string, FeatureTest>();
  return (opened: OpenedFeatures, expression: string): boolean => {
    let test = compiled.get(expression);
    if (!test) compiled.set(expression, (test = featureTest(expression)));
    return test(opened);
  };
}

/**
 * Checks that Casbin has exactly the rows of the file.
 *
 * @throws PolicyError naming the first row that Casbin dropped
 */
function requireAllLoaded(rows: readonly AccessRow[], loaded: readonly string[][]) {
  const held = new Set(loaded.map((cells) => cells.join('\n')));
  for (const row of rows) {
    const { ptype: _, ...fields } = row.cells;
    if (!held.has(Object.values(fields).join('\n')))
      throw rowError(row, 'Casbin 没有载入这一行', '请检查逗号、引号和括号');
  }
  const [first] = rows;
  if (first && held.size !== rows.length)
    throw rowError(
      first,
      `这一区域 Casbin 载入了 ${held.size} 行，文件里是 ${rows.length} 行`,
      '请检查 policies/model.conf',
    );
}

/**
 * Creates one small enforcer for each area: a single one over all rows is twenty times slower.
 *
 * @param loadedRows Reads the rows that Casbin has after loading; tests pass one that loses rows
 * @throws PolicyError where Casbin did not load a row
 */
export async function decideByCasbin(
  model: string,
  rows: readonly AccessRow[],
  loadedRows: LoadedRows = heldByCasbin,
): Promise<Decide> {
  const feats = featureMatcher();
  const byArea = new Map<string, AccessRow[]>();
  for (const row of rows) byArea.set(row.cells.area, [...(byArea.get(row.cells.area) ?? []), row]);
  const enforcers = new Map<string, Enforcer>();
  for (const [area, areaRows] of byArea) {
    const enforcer = await newEnforcer(
      newModelFromString(model),
      new StringAdapter(areaRows.map((row) => row.text).join('\n')),
    );
    await enforcer.addFunction('anyOf', anyOf);
    await enforcer.addFunction('feats', feats);
    requireAllLoaded(areaRows, await loadedRows(enforcer));
    enforcers.set(area, enforcer);
  }
  return (q) =>
    enforcers
      .get(q.area)
      ?.enforceSync(
        q.area,
        q.act,
        String(q.identity),
        String(q.roleId),
        String(q.orgType),
        String(q.eduLevel ?? ''),
        q.features,
      ) ?? false;
}

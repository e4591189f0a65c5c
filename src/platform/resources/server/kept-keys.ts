import type { Tx } from '../../db/server/database.ts';
import { SchemaMoved } from '../../schema/server/under-schema.ts';
import type { FlatRow } from './hooks.ts';
import type { StoredRow } from './queries/rows/read.ts';
import {
  addRules,
  dropRules,
  keptRules,
  lockAll,
  lockSome,
  lockValues,
  rowsSharing,
  type KeyRule,
} from './queries/rows/row-keys.ts';
import type { ScopedResource } from './reading.ts';
import { toColumns } from './rows.ts';

type Kept = Pick<ScopedResource, 'entity' | 'rows'>;

/** Above so many rows, a writer locks the resource instead of each value: locks of a database are counted. */
const SOME = 50;

/**
 * Has the database enforce these rules for the rows that the transaction writes. Rules that are new get their keys from
 * the rows that are there, once; meanwhile only writers of the same resource wait.
 *
 * @param count Rows that will be written
 * @throws SchemaMoved where a process with other rules has replaced the keys meanwhile; the next attempt replaces them
 */
export async function keepKeys(
  tx: Tx,
  { entity: { name }, rows: { orgId } }: Kept,
  rules: readonly KeyRule[],
  count: number,
): Promise<void> {
  const wanted = [...new Map(rules.map((one) => [one.rule, one])).values()];
  const areKept = (kept: readonly { rule: string }[]) =>
    kept.length === wanted.length && wanted.every(({ rule }) => kept.some((one) => one.rule === rule));
  const isShared = count <= SOME && areKept(await tx.run(keptRules(orgId, name)));
  // The connection that held the lock before may have written keys by other rules.
  const [, kept] = await tx.batch([isShared ? lockSome(orgId, name) : lockAll(orgId, name), keptRules(orgId, name)]);
  if (areKept(kept)) return;
  // Two connections that share the lock and both want it alone would wait for each other.
  if (isShared) throw new SchemaMoved();
  await tx.batch([dropRules(orgId, name, wanted), addRules(orgId, name, wanted)]);
}

/** Stored rows that may collide with these by a rule, after all who write the same values have committed. */
export async function sharingRows(
  tx: Tx,
  { entity: { name, schema }, rows }: Kept,
  rule: KeyRule,
  given: readonly Readonly<FlatRow>[],
): Promise<readonly StoredRow[]> {
  const list = JSON.stringify(given.map((row) => toColumns(schema, row, {})['ext']));
  if (given.length <= SOME) await tx.run(lockValues(rows.orgId, name, rule, list));
  return tx.run(rowsSharing(rows, name, rule, list));
}

/** Forgets the keys of rules that a resource had once, with the next message: the database would go on enforcing them. */
export function forgetKeys(tx: Tx, { entity: { name }, rows: { orgId } }: Kept): void {
  tx.withNext([dropRules(orgId, name, [])]);
}

import { LRUCache } from 'lru-cache';
import type { Statement, Tenant, TransactionOptions } from './database.ts';
import { encodeParameter } from './parameters.ts';
import type { Step } from './pipeline.ts';
import { nameOf } from './prepared.ts';

/**
 * First words that a statement may have, and the one function that could change role or tenant. A second line of
 * defence against leaving row-level security by mistake; the protocol refuses several statements in one text.
 */
const allowed = /^[\s(]*(select|insert|update|delete|merge|with|values)\b/i;
const forbidden = /\bset_config\b/i;

const checked = new LRUCache<string, true>({ max: 2000 });

function check(sql: string): void {
  if (checked.has(sql)) return;
  if (!allowed.test(sql) || forbidden.test(sql))
    throw new Error(`not a statement that queries may send: ${sql.slice(0, 80)}`);
  checked.set(sql, true);
}

const toStep = (sql: string, parameters: readonly unknown[] = []): Step => ({
  sql,
  name: nameOf(sql),
  parameters: parameters.map(encodeParameter),
});

/** A statement as text and parameters. */
export function compiled(statement: Statement): { sql: string; parameters: readonly unknown[] } {
  return 'compile' in statement ? statement.compile() : statement;
}

/** @throws Error when the text is not a plain query or row change */
export function statementStep({ sql, parameters }: { sql: string; parameters: readonly unknown[] }): Step {
  check(sql);
  return toStep(sql, parameters);
}

// Statements of the product end before the server has compiled them (decision 0193).
const tenantSql =
  "select set_config('role','xinyu_app',true),set_config('app.org_id',$1,true),set_config('app.user_id',$2,true),set_config('jit','off',true)";
const limitSql = ",set_config('statement_timeout',$3,true)";
const readOnlySql = ",set_config('transaction_read_only','on',true)";
const onePlanSql = ",set_config('plan_cache_mode','force_generic_plan',true)";

export interface ContextOptions {
  /** Refuses changes; PostgreSQL then answers with SQLSTATE 25006. */
  readOnly?: boolean;
  /** Makes one plan for all values of a statement. */
  onePlan?: boolean;
  /** Time limit of each statement in milliseconds; undefined when the engine has none. */
  limitMs: number | undefined;
}

/** First statement of a transaction: sets the role and the tenant for row-level security. */
export function contextStep(
  { orgId, userId }: Tenant,
  { readOnly = false, onePlan = false, limitMs }: ContextOptions,
): Step {
  const parameters: unknown[] = [orgId ?? '', userId ?? ''];
  let sql = tenantSql;
  if (limitMs !== undefined) {
    sql += limitSql;
    parameters.push(limitMs);
  }
  if (readOnly) sql += readOnlySql;
  if (onePlan) sql += onePlanSql;
  return toStep(sql, parameters);
}

export const beginStep = (isolation: TransactionOptions['isolation']): Step =>
  toStep(isolation ? `begin isolation level ${isolation}` : 'begin');
export const commitStep = toStep('commit');
export const rollbackStep = toStep('rollback');
export const savepointStep = toStep('savepoint last');
export const rollbackToStep = toStep('rollback to savepoint last');
/** The transaction's commit does not wait for the disk. A later flush must cover it before it is confirmed. */
export const relaxStep = toStep("select set_config('synchronous_commit','off',true)");
/** A commit that waits for the disk, and so for all commits before it. */
export const flushStep = toStep("select pg_logical_emit_message(true, 'flush', '')");

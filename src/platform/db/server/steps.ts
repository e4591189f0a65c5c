import { LRUCache } from 'lru-cache';
import type { Statement, Tenant, TransactionOptions } from './database.ts';
import { encodeParameter } from './parameters.ts';
import type { Step } from './pipeline.ts';
import { nameOf } from './prepared.ts';

/**
 * What a statement may begin with, and the one function that could change role or tenant. Texts are ours, never a
 * user's; this stops a slip from leaving row-level security. Several statements in one text are refused by the protocol
 * itself.
 */
const allowed = /^[\s(]*(select|insert|update|delete|merge|with|values)\b/i;
const forbidden = /\bset_config\b/i;

const checked = new LRUCache<string, true>({ max: 2000 });

function check(sql: string): void {
  if (checked.has(sql)) return;
  if (!allowed.test(sql) || forbidden.test(sql))
    throw new Error(`not a statement that stores may send: ${sql.slice(0, 80)}`);
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

/** @throws Error where the text is not a plain query or change of rows */
export function statementStep({ sql, parameters }: { sql: string; parameters: readonly unknown[] }): Step {
  check(sql);
  return toStep(sql, parameters);
}

const tenantSql =
  "select set_config('role','xinyu_app',true),set_config('app.org_id',$1,true),set_config('app.user_id',$2,true)";
const limitSql = ",set_config('statement_timeout',$3,true)";

export interface ContextOptions {
  /** Refuse changes: the server then says so with SQLSTATE 25006. */
  readOnly?: boolean;
  /** For each statement, in milliseconds; undefined where the engine has no such limit. */
  limitMs: number | undefined;
}

/** The statement that puts the transaction it opens under row-level security, for one tenant. */
export function contextStep({ orgId, userId }: Tenant, { readOnly = false, limitMs }: ContextOptions): Step {
  const sql = `${tenantSql}${limitMs === undefined ? '' : limitSql}${readOnly ? ",set_config('transaction_read_only','on',true)" : ''}`;
  const tenant = [orgId ?? '', userId ?? ''];
  return toStep(sql, limitMs === undefined ? tenant : [...tenant, limitMs]);
}

export const beginStep = (isolation: TransactionOptions['isolation']): Step =>
  toStep(isolation ? `begin isolation level ${isolation}` : 'begin');
export const commitStep = toStep('commit');
export const rollbackStep = toStep('rollback');

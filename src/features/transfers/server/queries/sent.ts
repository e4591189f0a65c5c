import { sql, type Insertable } from 'kysely';
import { studentsInScope, type Scope } from '../../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import type { TransferPackagesTable, TransfersSentTable } from './tables.ts';

const LIKE = /[\\%_]/g;

/** Other schools whose names contain a text. */
export const schoolsNamed = (orgId: string, name: string, limit: number) =>
  qb
    .selectFrom('school_names')
    .select(['org_id', 'school_name'])
    .where('org_id', '<>', orgId)
    .where('school_name', 'like', `%${name.replace(LIKE, '\\$&')}%`)
    .orderBy(sql`pinyin_key(school_name)`)
    .orderBy('org_id')
    .limit(limit);

export const schoolNamed = (orgId: string) =>
  qb.selectFrom('school_names').select(['org_id', 'school_name']).where('org_id', '=', orgId);

/** Name and status of a student. */
export const studentOf = (orgId: string, childId: string) =>
  qb
    .selectFrom('students')
    .select(['child_id', 'child_name', 'sex', 'born_on', 'study_status'])
    .where('org_id', '=', orgId)
    .where('child_id', '=', childId);

export const insertSent = (row: TransfersSentTable) => qb.insertInto('transfers_sent').values(row);
export const insertPackage = (row: Insertable<TransferPackagesTable>) => qb.insertInto('transfer_packages').values(row);

const sentWithState = (orgId: string) =>
  qb
    .selectFrom('transfers_sent as t')
    .leftJoin('transfer_packages as p', (join) =>
      join.onRef('p.from_org_id', '=', 't.org_id').onRef('p.transfer_id', '=', 't.transfer_id'),
    )
    .where('t.org_id', '=', orgId);

/** Packages of a student that wait for an answer. */
export const waitingOf = (orgId: string, childId: string, now: string) =>
  sentWithState(orgId)
    .select('t.transfer_id')
    .where('t.child_id', '=', childId)
    .where('p.state', '=', 'waiting')
    .where('p.expires_at', '>', now);

const ofStudents = (orgId: string, scope: Scope) =>
  sentWithState(orgId)
    .innerJoin('students as s', (join) =>
      join.onRef('s.org_id', '=', 't.org_id').onRef('s.child_id', '=', 't.child_id'),
    )
    .where(studentsInScope(scope, 's'));

/** What was sent about students within a scope, the latest first. */
export const sentPage = (orgId: string, scope: Scope, { page, size }: { page: number; size: number }) =>
  ofStudents(orgId, scope)
    .leftJoin('accounts as a', 'a.user_id', 't.sent_by')
    .select(['t.transfer_id', 't.child_id', 's.child_name', 't.to_org_id', 't.to_name', 't.parts', 't.basis'])
    .select(['t.sent_at', 'a.real_name as sent_by_name', 'p.state', 'p.expires_at', 'p.answered_at', 'p.answer'])
    .orderBy('t.sent_at', 'desc')
    .orderBy('t.transfer_id')
    .limit(size)
    .offset((page - 1) * size);

export const sentCount = (orgId: string, scope: Scope) =>
  ofStudents(orgId, scope).select((eb) => eb.fn.countAll<number>().as('total'));

/** One of them. */
export const sentOne = (orgId: string, scope: Scope, transferId: string) =>
  ofStudents(orgId, scope)
    .select(['t.transfer_id', 't.child_id', 's.child_name', 't.to_org_id', 't.to_name'])
    .where('t.transfer_id', '=', transferId);

/** Empties a package that waits. Tenant: the sending school. */
export const takeBack = (orgId: string, toOrgId: string, transferId: string, now: string) =>
  qb
    .updateTable('transfer_packages')
    .set({ state: 'withdrawn', student: null, content: null, summary: null })
    .where('org_id', '=', toOrgId)
    .where('from_org_id', '=', orgId)
    .where('transfer_id', '=', transferId)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now);

/** A package with what its sender may know, locked. Tenant: the sending school. */
export const lockSentPackage = (orgId: string, transferId: string) =>
  qb
    .selectFrom('transfer_packages as p')
    .innerJoin('transfers_sent as t', (join) =>
      join.onRef('t.org_id', '=', 'p.from_org_id').onRef('t.transfer_id', '=', 'p.transfer_id'),
    )
    .innerJoin('students as s', (join) =>
      join.onRef('s.org_id', '=', 't.org_id').onRef('s.child_id', '=', 't.child_id'),
    )
    .select(['p.org_id', 'p.state', 'p.told_at', 't.sent_by', 't.child_id', 's.child_name', 't.to_name'])
    .where('p.from_org_id', '=', orgId)
    .where('p.transfer_id', '=', transferId)
    .forUpdate('p');

export const noteTold = (orgId: string, toOrgId: string, transferId: string, at: string) =>
  qb
    .updateTable('transfer_packages')
    .set({ told_at: at })
    .where('org_id', '=', toOrgId)
    .where('from_org_id', '=', orgId)
    .where('transfer_id', '=', transferId);

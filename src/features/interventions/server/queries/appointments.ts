import { sql, type Insertable } from 'kysely';
import { studentsInScope, type Scope } from '../../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import { IDENTITY } from '../../../../platform/identity/identity.ts';
import { CONSULTATION } from '../../rules/consultation.ts';
import type { ConsultationsTable } from './consultations.ts';

const ofChildren = (orgId: string, scope: Scope) =>
  qb
    .selectFrom('consultations as t')
    .innerJoin('students as s', (join) =>
      join.onRef('s.org_id', '=', 't.org_id').onRef('s.child_id', '=', 't.child_id'),
    )
    .where('t.org_id', '=', orgId)
    .where(studentsInScope(scope, 's'));

/** Appointments of the children in a scope; nothing of their records. */
const shownOf = (orgId: string, scope: Scope) =>
  ofChildren(orgId, scope)
    .innerJoin('accounts as a', 'a.user_id', 't.counsellor_id')
    .select(['t.consultation_id', 't.child_id', 's.child_name', 't.start_at', 't.minutes', 't.place', 't.status'])
    .select(['t.restricted', 'a.real_name as counsellor_name']);
/** Booked, and not over at an instant. */
const isToCome = (at: string) =>
  sql<boolean>`(t.status = ${CONSULTATION.booked} and t.start_at + make_interval(mins => t.minutes) > ${at}::timestamptz)`;

/** Those to come, the next one first. */
export const appointmentsToCome = (orgId: string, scope: Scope, at: string, limit: number) =>
  shownOf(orgId, scope).where(isToCome(at)).orderBy('t.start_at').orderBy('t.consultation_id').limit(limit);
/** The others, the latest first. */
export const lastAppointments = (orgId: string, scope: Scope, at: string, limit: number) =>
  shownOf(orgId, scope)
    .where((eb) => eb.not(isToCome(at)))
    .orderBy('t.start_at', 'desc')
    .orderBy('t.consultation_id')
    .limit(limit);

/** The only child of a scope, locked until the transaction ends, so that its appointments are counted one by one. */
export const lockChildOf = (orgId: string, scope: Scope) =>
  qb
    .selectFrom('students as s')
    .select(['s.child_id', 's.child_name'])
    .where('s.org_id', '=', orgId)
    .where(studentsInScope(scope, 's'))
    .limit(2)
    .forNoKeyUpdate('s');

/** What is booked for a child from an instant on, and by whom. */
export const aheadOf = (orgId: string, childId: string, from: string) =>
  qb
    .selectFrom('consultations')
    .select(['consultation_id', 'slot', 'created_by'])
    .where('org_id', '=', orgId)
    .where('child_id', '=', childId)
    .where('status', '=', CONSULTATION.booked)
    .where('start_at', '>', from);

export const insertAppointment = (row: Insertable<ConsultationsTable>) => qb.insertInto('consultations').values(row);

/** An appointment of a child in a scope, locked. */
export const lockAppointment = (orgId: string, scope: Scope, id: string) =>
  ofChildren(orgId, scope)
    .select(['t.consultation_id', 't.status', 't.start_at', 't.minutes', 't.counsellor_id', 's.child_name'])
    .where('t.consultation_id', '=', id)
    .forUpdate('t');

/** Roles of a counsellor, the first one first. */
export const rolesOf = (orgId: string, userId: string) =>
  qb
    .selectFrom('memberships')
    .select('role_id')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('identity', '=', IDENTITY.staff)
    .where('role_id', 'is not', null)
    .orderBy('role_id');

/** Account of a student; null where there is none. */
export const accountOf = (orgId: string, childId: string) =>
  qb.selectFrom('students').select('user_id').where('org_id', '=', orgId).where('child_id', '=', childId);

export const settingsOf = (orgId: string) =>
  qb.selectFrom('consulting_settings').select('guardians_see').where('org_id', '=', orgId);

export const saveSettings = (orgId: string, guardiansSee: boolean, at: string) =>
  sql`insert into consulting_settings (org_id, guardians_see, updated_at) values (${orgId}, ${guardiansSee}, ${at})
    on conflict (org_id) do update set guardians_see = excluded.guardians_see, updated_at = excluded.updated_at`.compile(
    qb,
  );

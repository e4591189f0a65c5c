import { sql, type Generated, type Insertable } from 'kysely';
import type { RowTable } from '../../../../platform/access/server/queries/row-table.ts';
import { studentsInScope, type Scope } from '../../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import type { ApplicationKind } from '../../rules/application.ts';

/** A registration until the school has decided, and what was decided. */
export interface StudentApplicationsTable {
  org_id: string;
  application_id: string;
  invitation_id: string;
  ticket: string;
  kind: ApplicationKind;
  child_name: string;
  name_pinyin: Generated<string>;
  student_no: string;
  sex: number | null;
  class_id: string;
  /** Proved by a code. */
  mobile: string | null;
  password_hash: string | null;
  terms: number;
  status: Generated<'pending' | 'accepted' | 'refused'>;
  child_id: string | null;
  /** Encrypted. */
  reason: string | null;
  decided_by: string | null;
  decided_at: string | null;
  ext: Generated<Record<string, unknown>>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    student_applications: StudentApplicationsTable;
  }
}

export const applicationRows: RowTable = {
  computed: {
    applied_at: sql`t.created_at`,
    class_name: sql`(select c.class_name from classes c where c.org_id = t.org_id and c.class_id = t.class_id)`,
    decided_by_name: sql`case when t.status = 'accepted' and t.decided_by is null
      then coalesce('凭' || (select a.real_name from invitations i join accounts a on a.user_id = i.created_by
        where i.org_id = t.org_id and i.invitation_id = t.invitation_id) || '的邀请', '') || '自动通过'
      else (select a.real_name from accounts a where a.user_id = t.decided_by) end`,
  },
  sortKeys: { child_name: sql.ref('t.name_pinyin') },
  within: studentsInScope,
};

export const insertApplication = (row: Insertable<StudentApplicationsTable>) =>
  qb.insertInto('student_applications').values(row);

const ofOrg = (orgId: string) => qb.selectFrom('student_applications').where('org_id', '=', orgId);

/** The registration that a ticket was used for. */
export const applicationOfTicket = (orgId: string, ticket: string) =>
  ofOrg(orgId).select(['application_id', 'student_no']).where('ticket', '=', ticket);

/** Registrations that wait for the school: each will need one of its places. */
export const countWaiting = (orgId: string) =>
  ofOrg(orgId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('status', '=', 'pending');

const facts = [
  'application_id',
  'invitation_id',
  'kind',
  'child_name',
  'student_no',
  'sex',
  'class_id',
  'mobile',
  'password_hash',
  'status',
  'reason',
] as const;

export const applicationById = (orgId: string, scope: Scope, id: string) =>
  ofOrg(orgId).select(facts).where('application_id', '=', id).where(studentsInScope(scope, 'student_applications'));

export const lockApplication = (orgId: string, scope: Scope, id: string) =>
  applicationById(orgId, scope, id).forUpdate();

export interface Decision {
  status: 'accepted' | 'refused';
  child_id: string | null;
  reason: string | null;
  /** Null where it was accepted automatically. */
  decided_by: string | null;
  at: string;
}

/** Password and mobile leave the row with the decision. */
export const decide = (orgId: string, id: string, { at, ...decision }: Decision) =>
  qb
    .updateTable('student_applications')
    .set({ ...decision, password_hash: null, mobile: null, decided_at: at, updated_at: at })
    .where('org_id', '=', orgId)
    .where('application_id', '=', id);

/** Other open registrations with the same number. */
export const othersWithNumber = (orgId: string, id: string, studentNo: string) =>
  countWaiting(orgId).where('student_no', '=', studentNo).where('application_id', '<>', id);

/** Students on the roll with this number or name; the number may belong to one beyond the scope. */
export const studentsLike = (
  orgId: string,
  scope: Scope,
  { child_name, student_no }: { child_name: string; student_no: string },
) =>
  qb
    .selectFrom('students')
    .select((eb) => [
      'child_id',
      'child_name',
      'student_no',
      'study_status',
      sql<boolean>`user_id is not null`.as('is_register'),
      studentsInScope(scope).as('reached'),
      eb
        .selectFrom('classes as c')
        .select('c.class_name')
        .where('c.org_id', '=', orgId)
        .whereRef('c.class_id', '=', 'students.class_id')
        .as('class_name'),
    ])
    .where('org_id', '=', orgId)
    .where((eb) => eb.or([eb('student_no', '=', student_no), eb('child_name', '=', child_name)]))
    .orderBy(sql`student_no = ${student_no}`, 'desc')
    .orderBy('student_no')
    .limit(20);

/** Refused registrations that were decided before an instant. */
export const forgetRefused = (orgId: string, before: string) =>
  qb
    .deleteFrom('student_applications')
    .where('org_id', '=', orgId)
    .where('status', '=', 'refused')
    .where('decided_at', '<', before);

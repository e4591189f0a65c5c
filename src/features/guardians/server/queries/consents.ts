import { sql, type Insertable } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';

/** A guardian's consent for a child; `guardian_name` is encrypted. */
export interface GuardianConsentsTable {
  org_id: string;
  consent_id: string;
  child_id: string;
  guardian_id: string;
  guardian_name: string;
  relation: number;
  text_version: string;
  how: number;
  consented_on: string;
  recorded_by: string;
  recorded_at: string;
  withdrawn_at: string | null;
  withdrawn_by: string | null;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    guardian_consents: GuardianConsentsTable;
  }
}

const inForce = sql<boolean>`exists (select from guardian_consents g where g.org_id = s.org_id and g.child_id = s.child_id and g.withdrawn_at is null)`;

/** Consent data of children, ordered by name: birthday, and whether a consent is in force. */
export const consentOfChildren = (orgId: string, childIds: readonly string[]) =>
  qb
    .selectFrom('students as s')
    .leftJoin('classes as c', (join) => join.onRef('c.org_id', '=', 's.org_id').onRef('c.class_id', '=', 's.class_id'))
    .select(['s.child_id', 's.child_name', 's.born_on', 'c.class_name', inForce.as('given')])
    .where('s.org_id', '=', orgId)
    .where(sql<boolean>`s.child_id = any(${childIds}::text[])`)
    .orderBy('s.name_pinyin')
    .orderBy('s.child_id');

/** Relation of a student to themselves (`guardian_relation`); not a guardian. */
const OWN = 0;

/** Guardians who may consent for these children, ordered by relation. */
export const guardiansOfChildren = (orgId: string, childIds: readonly string[]) =>
  qb
    .selectFrom('guardian_children as l')
    .innerJoin('guardians as g', (join) =>
      join.onRef('g.org_id', '=', 'l.org_id').onRef('g.guardian_id', '=', 'l.guardian_id'),
    )
    .select(['l.child_id', 'g.guardian_id', 'g.guardian_name', 'l.relation'])
    .where('l.org_id', '=', orgId)
    .where('l.relation', '<>', OWN)
    .where(sql<boolean>`l.child_id = any(${childIds}::text[])`)
    .orderBy('l.relation')
    .orderBy('g.guardian_id');

/** Latest first. */
export const consentsOf = (orgId: string, childId: string) =>
  qb
    .selectFrom('guardian_consents as g')
    .leftJoin('accounts as a', 'a.user_id', 'g.recorded_by')
    .select([
      'g.consent_id',
      'g.guardian_name',
      'g.relation',
      'g.text_version',
      'g.how',
      'g.consented_on',
      'g.recorded_at',
      'g.withdrawn_at',
      'a.real_name as recorded_by_name',
    ])
    .where('g.org_id', '=', orgId)
    .where('g.child_id', '=', childId)
    .orderBy('g.recorded_at', 'desc')
    .orderBy('g.consent_id', 'desc');

export const childOfConsent = (orgId: string, consentId: string) =>
  qb.selectFrom('guardian_consents').select('child_id').where('org_id', '=', orgId).where('consent_id', '=', consentId);

/** Skips consents that are in force. */
export const insertConsents = (rows: readonly Insertable<GuardianConsentsTable>[]) =>
  qb
    .insertInto('guardian_consents')
    .values([...rows])
    .onConflict((c) => c.doNothing())
    .returning(['consent_id', 'child_id']);

/** Withdraws all consents in force for a child. */
export const withdrawConsents = (orgId: string, childId: string, at: string, userId: string) =>
  qb
    .updateTable('guardian_consents')
    .set({ withdrawn_at: at, withdrawn_by: userId })
    .where('org_id', '=', orgId)
    .where('child_id', '=', childId)
    .where('withdrawn_at', 'is', null)
    .returning('consent_id');

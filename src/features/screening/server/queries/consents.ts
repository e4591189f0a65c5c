import { sql, type Insertable } from 'kysely';
import { studentsInScope, type Scope } from '../../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import type { ExamConsentsTable } from './tables.ts';

/** Sheets of published screenings of the children in a scope; the latest screening, and the latest sheet, first. */
export const sheetsOfChildren = (orgId: string, scope: Scope) =>
  qb
    .selectFrom('exam_sheets as h')
    .innerJoin('exams as e', (join) => join.onRef('e.org_id', '=', 'h.org_id').onRef('e.exam_id', '=', 'h.exam_id'))
    .innerJoin('students as s', (join) =>
      join.onRef('s.org_id', '=', 'h.org_id').onRef('s.child_id', '=', 'h.child_id'),
    )
    .select(['e.exam_id', 'e.exam_name', 'e.starts_at', 'e.ends_at', 'e.status', 'e.consent_text'])
    .select(['h.child_id', 's.child_name', 'h.needs_consent', 'h.submitted_at', 'h.withdrawn_at'])
    .where('h.org_id', '=', orgId)
    .where('e.status', '!=', 'draft')
    .where(studentsInScope(scope, 's'))
    .orderBy('e.starts_at', 'desc')
    .orderBy('e.exam_id')
    .orderBy('s.name_pinyin')
    .orderBy('h.child_id')
    .orderBy('h.attempt', 'desc');

/** Everything that was ever agreed to for the children in a scope, latest first. */
export const consentsOfChildren = (orgId: string, scope: Scope) =>
  qb
    .selectFrom('exam_consents as c')
    .innerJoin('students as s', (join) =>
      join.onRef('s.org_id', '=', 'c.org_id').onRef('s.child_id', '=', 'c.child_id'),
    )
    .select(['c.consent_id', 'c.exam_id', 'c.child_id', 'c.identity', 'c.user_id', 'c.text'])
    .select(['c.given_at', 'c.withdrawn_at'])
    .where('c.org_id', '=', orgId)
    .where(studentsInScope(scope, 's'))
    .orderBy('c.given_at', 'desc')
    .orderBy('c.consent_id', 'desc');

/** The children in a scope, with their current class. */
export const childrenInScope = (orgId: string, scope: Scope) =>
  qb
    .selectFrom('students as s')
    .select(['s.child_id', 's.child_name', 's.class_id', 's.user_id'])
    .where('s.org_id', '=', orgId)
    .where(studentsInScope(scope, 's'))
    .orderBy('s.name_pinyin')
    .orderBy('s.child_id');

/** The sheets of a child in a screening with what decides about a consent, locked. */
export const lockSheets = (orgId: string, examId: string, childId: string) =>
  qb
    .selectFrom('exam_sheets as h')
    .innerJoin('exams as e', (join) => join.onRef('e.org_id', '=', 'h.org_id').onRef('e.exam_id', '=', 'h.exam_id'))
    .select(['h.child_exam_id', 'h.needs_consent', 'h.submitted_at', 'h.withdrawn_at'])
    .select(['e.status', 'e.ends_at', 'e.consent_text'])
    .where('h.org_id', '=', orgId)
    .where('h.exam_id', '=', examId)
    .where('h.child_id', '=', childId)
    .where('e.status', '!=', 'draft')
    .orderBy('h.child_exam_id')
    .forUpdate('h');

const consents = (orgId: string, examId: string, childId: string) =>
  qb
    .selectFrom('exam_consents')
    .select(['consent_id', 'identity', 'user_id', 'given_at', 'withdrawn_at'])
    .where('org_id', '=', orgId)
    .where('exam_id', '=', examId)
    .where('child_id', '=', childId);
/** The consents of a child to a screening, latest first. */
export const consentsTo = (orgId: string, examId: string, childId: string) =>
  consents(orgId, examId, childId).orderBy('given_at', 'desc').orderBy('consent_id', 'desc');

export const insertConsent = (row: Insertable<ExamConsentsTable>) => qb.insertInto('exam_consents').values(row);

/** A consent that the account gave. */
export const ownConsent = (orgId: string, userId: string, consentId: string) =>
  qb
    .selectFrom('exam_consents')
    .select(['consent_id', 'exam_id', 'child_id', 'identity', 'withdrawn_at'])
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('consent_id', '=', consentId);

export const withdrawConsent = (orgId: string, consentId: string, at: string) =>
  qb
    .updateTable('exam_consents')
    .set({ withdrawn_at: at })
    .where('org_id', '=', orgId)
    .where('consent_id', '=', consentId)
    .where('withdrawn_at', 'is', null);

/** Changes the sheets of a child in a screening; the sheets must be locked. */
export const changeSheets = (
  orgId: string,
  examId: string,
  childId: string,
  change: { consented_at?: string | null; assented_at?: string | null; withdrawn_at?: string | null },
) =>
  qb
    .updateTable('exam_sheets')
    .set(change)
    .where('org_id', '=', orgId)
    .where('exam_id', '=', examId)
    .where('child_id', '=', childId);

/** Ends what the sheets of a child scored in a screening. */
export const endResults = (orgId: string, examId: string, childId: string, at: string) =>
  qb
    .updateTable('exam_results')
    .set({ ended_at: at })
    .where('org_id', '=', orgId)
    .where('exam_id', '=', examId)
    .where('child_id', '=', childId)
    .where(sql<boolean>`ended_at is null`);

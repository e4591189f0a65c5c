import { sql, type Generated, type Insertable, type RawBuilder } from 'kysely';
import type { RowTable } from '../../../../platform/access/server/queries/row-table.ts';
import type { Scope } from '../../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import { dueState } from '../../../../platform/resources/server/queries/due-state.ts';
import { contains } from '../../../../platform/resources/server/queries/rows/expressions.ts';
import { slot } from '../../../../platform/resources/server/queries/rows/plan.ts';
import type { TableExtension } from '../../../../platform/resources/server/registry.ts';
import { CASE_STATUS } from '../../rules/crisis.ts';
import { aboutStudents, ofChildNamed } from './warns.ts';

/** A case groups a student's valid warnings until it is closed; a student has at most one open case. */
export interface CrisisCasesTable {
  org_id: string;
  case_id: string;
  child_id: string;
  crisis_level: number;
  status: Generated<number>;
  opened_at: string;
  first_contact_at: string | null;
  closed_at: string | null;
  closed_by: string | null;
  /** The person in charge. */
  owner_id: Generated<string | null>;
  /** Day of the next step, `YYYY-MM-DD`, and its encrypted text; both or neither. */
  next_on: Generated<string | null>;
  next_text: Generated<string | null>;
  version: Generated<number>;
  ext: Generated<Record<string, unknown>>;
}

/** One step of a case; rows are only added. */
export interface CaseStepsTable {
  org_id: string;
  step_id: string;
  case_id: string;
  warn_id: string | null;
  /** `case_step_kind` of `schemas/enums.json`. */
  kind: string;
  /** Table of the record that the step is about, if any. */
  record_table: string | null;
  record_id: string | null;
  /** Level of the case after the step, if the step sets one. */
  level: number | null;
  author_id: string;
  at: string;
  /** Encrypted. */
  body: string | null;
  /** The only role group that may read it. */
  restricted_to: string | null;
  /** The step that this one replaces. */
  amends: string | null;
  /** Who was informed (`informed_who`), when and how (`informed_how`). A contact has when and how as well. */
  informed: Generated<string[] | null>;
  informed_at: Generated<string | null>;
  informed_how: Generated<number | null>;
  /** Result of a contact with a guardian (`contact_result`). */
  contact_result: Generated<number | null>;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    crisis_cases: CrisisCasesTable;
    case_steps: CaseStepsTable;
  }
}

const nameOf = (column: string) =>
  sql<string | null>`(select a.real_name from accounts a where a.user_id = ${sql.ref(`t.${column}`)})`;
const ofStudent = (column: string) =>
  sql`(select ${sql.ref(`s.${column}`)} from students s where s.org_id = t.org_id and s.child_id = t.child_id)`;

/** State of the next step on a day (`due_state`). */
const nextState = (today: RawBuilder<unknown>) => dueState(sql.ref('t.next_on'), today);

/** Cases as a resource. */
export const caseRows: RowTable = {
  computed: {
    child_name: ofStudent('child_name'),
    class_id: ofStudent('class_id'),
    class_name: sql`(select c.class_name from students s join classes c on c.org_id = s.org_id and c.class_id = s.class_id where s.org_id = t.org_id and s.child_id = t.child_id)`,
    warn_count: sql`(select count(*)::int4 from warns w where w.org_id = t.org_id and w.case_id = t.case_id)`,
    last_step_at: sql`(select max(p.at) from case_steps p where p.org_id = t.org_id and p.case_id = t.case_id)`,
    owner_name: nameOf('owner_id'),
    next_state: nextState(slot('today')),
  },
  found: {
    child_name: ofChildNamed,
    owner_name: (wanted) =>
      sql`exists (select from accounts a where a.user_id = t.owner_id and ${contains(sql.ref('a.real_name'), wanted)})`,
    class_id: (wanted) =>
      sql`t.child_id in (select s.child_id from students s where s.org_id = ${slot('orgId')} and s.class_id = ${wanted})`,
  },
  within: aboutStudents,
};

const openCase = sql`crisis_cases k where k.org_id = t.org_id and k.child_id = t.child_id and k.status = ${sql.lit(CASE_STATUS.open)}`;

/** The open case of a student in lists of students. */
export const caseOfStudents: TableExtension = {
  computed: {
    crisis_level: sql`(select k.crisis_level from ${openCase})`,
    open_case: sql`(exists (select from ${openCase}))`,
  },
  found: {
    crisis_level: (wanted) =>
      sql`t.child_id in (select k.child_id from crisis_cases k where k.org_id = ${slot('orgId')} and k.status = ${sql.lit(CASE_STATUS.open)} and k.crisis_level = ${wanted})`,
    open_case: (wanted) =>
      sql`(t.child_id in (select k.child_id from crisis_cases k where k.org_id = ${slot('orgId')} and k.status = ${sql.lit(CASE_STATUS.open)})) = ${wanted}`,
  },
};

const caseQuery = (orgId: string) =>
  qb
    .selectFrom('crisis_cases as t')
    .innerJoin('students as s', (join) =>
      join.onRef('s.org_id', '=', 't.org_id').onRef('s.child_id', '=', 't.child_id'),
    )
    .leftJoin('classes as c', (join) => join.onRef('c.org_id', '=', 's.org_id').onRef('c.class_id', '=', 's.class_id'))
    .select([
      't.case_id',
      't.child_id',
      's.child_name',
      's.student_no',
      's.sex',
      's.study_status',
      'c.class_name',
      't.crisis_level',
      't.status',
      't.opened_at',
      't.first_contact_at',
      't.closed_at',
      't.version',
      't.owner_id',
      't.next_on',
      't.next_text',
      's.class_id',
      nameOf('closed_by').as('closed_by_name'),
      nameOf('owner_id').as('owner_name'),
    ])
    .where('t.org_id', '=', orgId);

/** A case of a student within a scope. */
export const caseById = (orgId: string, scope: Scope, caseId: string) =>
  caseQuery(orgId).where('t.case_id', '=', caseId).where(aboutStudents(scope, 't'));
/** The same, with the state of its next step on a day. */
export const caseOnDay = (orgId: string, scope: Scope, caseId: string, today: string) =>
  caseById(orgId, scope, caseId).select(nextState(sql`${today}`).as('next_state'));
/** A case of a student within a scope, locked until the transaction ends. */
export const lockCase = (orgId: string, scope: Scope, caseId: string) => caseById(orgId, scope, caseId).forUpdate('t');
export const openCaseOf = (orgId: string, childId: string) =>
  qb
    .selectFrom('crisis_cases')
    .select(['case_id', 'crisis_level'])
    .where('org_id', '=', orgId)
    .where('child_id', '=', childId)
    .where('status', '=', CASE_STATUS.open);
/** The same, locked until the transaction ends. */
export const lockOpenCase = (orgId: string, childId: string) => openCaseOf(orgId, childId).forUpdate();

/** All cases of a student, latest first. */
export const casesOf = (orgId: string, childId: string) =>
  qb
    .selectFrom('crisis_cases')
    .select(['case_id', 'crisis_level', 'status', 'opened_at', 'closed_at'])
    .where('org_id', '=', orgId)
    .where('child_id', '=', childId)
    .orderBy('opened_at', 'desc')
    .orderBy('case_id', 'desc');

/** The steps of all cases of a student that the reader's role group may read, without their texts. */
export const stepsOfCases = (orgId: string, childId: string, roleGroup: string) =>
  qb
    .selectFrom('case_steps as p')
    .innerJoin('crisis_cases as k', (join) =>
      join.onRef('k.org_id', '=', 'p.org_id').onRef('k.case_id', '=', 'p.case_id'),
    )
    .leftJoin('accounts as a', 'a.user_id', 'p.author_id')
    .select(['p.step_id', 'p.case_id', 'p.kind', 'p.at', 'p.informed_at', 'p.informed_how', 'p.level'])
    .select('a.real_name as author_name')
    .where('p.org_id', '=', orgId)
    .where('k.child_id', '=', childId)
    .where((eb) => eb.or([eb('p.restricted_to', 'is', null), eb('p.restricted_to', '=', roleGroup)]))
    .where('p.amends', 'is', null);

/** Opens a case; returns no row when the student has an open one. Waits for a transaction that is opening one. */
export const insertCase = (row: Insertable<CrisisCasesTable>) =>
  qb
    .insertInto('crisis_cases')
    .values(row)
    // A literal, because a parameter does not identify the partial index.
    .onConflict((c) => c.columns(['org_id', 'child_id']).where('status', '=', sql.lit(CASE_STATUS.open)).doNothing())
    .returning('case_id');

/** The row must be locked. */
export const updateCase = (
  orgId: string,
  caseId: string,
  change: Partial<Pick<CrisisCasesTable, 'crisis_level' | 'closed_at' | 'closed_by'>> & {
    status?: number;
    owner_id?: string;
    next_on?: string | null;
    next_text?: string | null;
  },
) =>
  qb
    .updateTable('crisis_cases')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('org_id', '=', orgId)
    .where('case_id', '=', caseId);

export const noteContact = (orgId: string, caseId: string, at: string) =>
  qb
    .updateTable('crisis_cases')
    .set({ first_contact_at: at })
    .where('org_id', '=', orgId)
    .where('case_id', '=', caseId)
    .where('first_contact_at', 'is', null);

export const insertStep = (step: Insertable<CaseStepsTable>) => qb.insertInto('case_steps').values(step);
/** Adds a step at this moment, or just after the last step of the case, so that the order of writing is kept. */
export const appendStep = (step: Insertable<CaseStepsTable>) =>
  insertStep({
    ...step,
    at: sql<string>`greatest(${step.at}::timestamptz, (select max(p.at) + interval '1 millisecond' from case_steps p where p.org_id = ${step.org_id} and p.case_id = ${step.case_id}))`,
  } as Insertable<CaseStepsTable>);

const steps = (orgId: string) =>
  qb
    .selectFrom('case_steps as p')
    .leftJoin('accounts as a', 'a.user_id', 'p.author_id')
    .select([
      'p.step_id',
      'p.case_id',
      'p.warn_id',
      'p.kind',
      'p.record_table',
      'p.record_id',
      'p.level',
      'p.author_id',
      'a.real_name as author_name',
      'p.at',
      'p.body',
      'p.restricted_to',
      'p.informed_at',
      'p.informed_how',
      'p.contact_result',
      'p.amends',
    ])
    .select(
      sql<boolean>`exists (select from case_steps later where later.org_id = p.org_id and later.case_id = p.case_id and later.amends = p.step_id)`.as(
        'amended',
      ),
    )
    .where('p.org_id', '=', orgId);

export const stepById = (orgId: string, stepId: string) => steps(orgId).where('p.step_id', '=', stepId);
/** A page of the steps, latest first. */
export const stepsOf = (orgId: string, caseId: string, limit: number, offset: number) =>
  steps(orgId)
    .where('p.case_id', '=', caseId)
    .orderBy('p.at', 'desc')
    .orderBy('p.step_id', 'desc')
    .limit(limit)
    .offset(offset);
export const countSteps = (orgId: string, caseId: string) =>
  qb
    .selectFrom('case_steps')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('org_id', '=', orgId)
    .where('case_id', '=', caseId);
/** The latest time that each of the people was informed. */
export const informedOf = (orgId: string, caseId: string) =>
  sql<{ who: string; at: string; how: number; by_name: string | null }>`
  select distinct on (k.who) k.who, p.informed_at as at, p.informed_how as how, a.real_name as by_name
  from case_steps p cross join lateral unnest(p.informed) as k(who) left join accounts a on a.user_id = p.author_id
  where p.org_id = ${orgId} and p.case_id = ${caseId} and p.kind = 'informed' order by k.who, p.informed_at desc`.compile(
    qb,
  );

/** The latest step that records the verdict on a warning. */
export const verdictStep = (orgId: string, warnId: string) =>
  qb
    .selectFrom('case_steps')
    .select('step_id')
    .where('org_id', '=', orgId)
    .where('warn_id', '=', warnId)
    .where('kind', '=', 'verify')
    .orderBy('at', 'desc')
    .orderBy('step_id', 'desc')
    .limit(1);

import { sql } from 'kysely';
import type { RowOf } from '../../../../platform/db/server/database.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import type { AlertCondition } from '../../rules/alert-rules.ts';

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

const rules = (orgId: string) =>
  qb
    .selectFrom('screening_rules as r')
    .select(['r.rule_id', 'r.title', 'r.level', 'r.active', 'r.confirmed_at', 'r.version'])
    .select(sql<AlertCondition[]>`r.conditions`.as('conditions'))
    .select(
      sql<string | null>`(select a.real_name from accounts a where a.user_id = r.confirmed_by)`.as('confirmed_by_name'),
    )
    .where('r.org_id', '=', orgId);

export const rulesOf = (orgId: string) => rules(orgId).orderBy('r.level').orderBy('r.rule_id');
export const activeRules = (orgId: string) => rulesOf(orgId).where('r.active', '=', true);
export type StoredRule = RowOf<ReturnType<typeof rulesOf>>;
export const lockRule = (orgId: string, ruleId: string) => rules(orgId).where('r.rule_id', '=', ruleId).forUpdate('r');

export interface RuleRow {
  rule_id: string;
  title: string;
  conditions: readonly AlertCondition[];
  level: number;
}

/** Returns 0 where the rule exists. */
export const insertRule = (orgId: string, { conditions, ...rule }: RuleRow, by: string, at: string) =>
  qb
    .insertInto('screening_rules')
    .values({ org_id: orgId, ...rule, conditions: json(conditions), created_by: by, created_at: at, updated_at: at })
    .onConflict((c) => c.doNothing());

interface Change {
  title?: string;
  conditions?: readonly AlertCondition[];
  level?: number;
  active?: boolean;
  confirmed_by?: string | null;
  confirmed_at?: string | null;
}

/** The row must be locked. */
export const updateRule = (orgId: string, ruleId: string, { conditions, ...change }: Change, at: string) =>
  qb
    .updateTable('screening_rules')
    .set({
      ...change,
      ...(conditions && { conditions: json(conditions) }),
      version: sql<number>`version + 1`,
      updated_at: at,
    })
    .where('org_id', '=', orgId)
    .where('rule_id', '=', ruleId);

export const plannedExam = (orgId: string, examId: string) =>
  qb
    .selectFrom('exams')
    .select(['exam_name', 'scale_ids', 'scale_versions', 'norm_sets', 'bureau_plan_id'])
    .where('org_id', '=', orgId)
    .where('exam_id', '=', examId)
    .where('status', '!=', 'draft');
export const lockExam = (orgId: string, examId: string) => plannedExam(orgId, examId).forUpdate();
export const changeNormSets = (
  orgId: string,
  examId: string,
  normSets: Readonly<Record<string, string>>,
  { by, at }: { by: string; at: string },
) =>
  qb
    .updateTable('exams')
    .set({
      norm_sets: sql<Record<string, string>>`${JSON.stringify(normSets)}::jsonb`,
      recalculated_by: by,
      updated_at: at,
    })
    .where('org_id', '=', orgId)
    .where('exam_id', '=', examId);

import type { Area } from '../../../platform/access/generated/areas.ts';
import { OPEN } from '../../../platform/access/server/rights.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { orgById } from '../../../platform/context/server/queries/orgs.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { ORG_TYPE } from '../../../platform/identity/identity.ts';
import { readGroupReport } from '../../group-reports/server/public.ts';
import type { MonthlyReport } from '../contract.ts';
import { sectionsOf, type RecordKind, type SectionKey } from '../rules/lines.ts';
import { meetingText } from '../rules/meeting-text.ts';
import { CHOOSABLE, closedMonths, comparedWith } from '../rules/months.ts';
import { screeningOf } from '../rules/screenings.ts';
import * as store from './queries/months.ts';
import { readAreaMonth } from './read-area-month.ts';

/** Screenings in one report. */
const EXAMS_MAX = 20;

const SECTION_AREAS = {
  warnings: 'warning/statistics',
  cases: 'crisis/case',
  consultations: 'intervention/consultation',
  referrals: 'intervention/referral',
} as const satisfies Partial<Record<SectionKey, Area>>;
const RECORD_AREAS = {
  intervention: 'intervention',
  interview: 'intervention/interview',
  sandplay: 'intervention/sandplay',
  drawing: 'intervention/drawing',
  custom: 'intervention/custom',
  follow_up: 'intervention/follow-up',
} as const satisfies Record<RecordKind, Area>;

/** Name of a report over a part of the school. */
export const OWN_SCOPE = '我管理的范围';

/**
 * The second proof of everything that a report of the caller shows.
 *
 * @throws AppError PSY_INVALID_SECONDARY_TOKEN
 */
export async function proveParts(ctx: OrgContext): Promise<void> {
  const screenings = { school: 'screening/report', area: 'screening/area-report' } as const;
  await opened(ctx, { ...RECORD_AREAS, ...SECTION_AREAS, ...screenings });
}

/** Which months, and how they are read. */
export interface MonthQuery {
  month: string;
  numbers?: 'exact' | undefined;
}

/** The keys whose areas the caller may open; those that are protected need the second proof. */
async function opened<K extends string>(ctx: OrgContext, areas: Readonly<Record<K, Area>>): Promise<K[]> {
  const { actor, services } = ctx;
  const keys = (Object.keys(areas) as K[]).filter((key) => services.access.decide(actor, areas[key], OPEN));
  for (const key of keys) await ctx.proveVerified(areas[key]);
  return keys;
}

/**
 * A month of a school within the role's scope, or of an institution over its schools.
 *
 * @throws AppError PSY_INVALID_INPUT for a month that is not over or too long ago, and where an institution asks for
 *   exact numbers
 */
export async function readMonthly(ctx: OrgContext, query: MonthQuery): Promise<MonthlyReport> {
  const months = closedMonths(ctx.now(), CHOOSABLE);
  if (!months.includes(query.month)) throw invalid('/month', `只能选择最近 ${CHOOSABLE} 个已经结束的月份`);
  if (ctx.actor.orgType === ORG_TYPE.school) return readSchoolMonth(ctx, query, months);
  if (query.numbers !== undefined) throw invalid('/numbers', '上级单位只有取整的人数');
  return readAreaMonth(ctx, query.month, months);
}

async function readSchoolMonth(
  ctx: OrgContext,
  { month, numbers }: MonthQuery,
  months: string[],
): Promise<MonthlyReport> {
  const { actor, services } = ctx;
  const { orgId } = actor;
  const smallest = numbers === 'exact' ? undefined : services.smallestGroup;
  const records = new Set<string>(await opened(ctx, RECORD_AREAS));
  const sections = new Set<SectionKey>(await opened(ctx, SECTION_AREAS));
  if (records.size > 0) sections.add('records');
  const mayScreen = (await opened(ctx, { screening: 'screening/report' })).length > 0;
  const scope = services.access.scope(actor, 'student');
  const compared = comparedWith(month);
  const [[org], counts, exams] = await ctx.read([
    orgById(orgId),
    store.countsOfMonths(orgId, scope, Object.values(compared)),
    store.examsOfMonth(orgId, scope, month, mayScreen ? EXAMS_MAX : 0),
  ]);
  const of = (which: string) => counts.filter((row) => row.month === which);
  const numbersOf = { now: of(compared.now), before: of(compared.before), last_year: of(compared.last_year) };
  const screenings = [];
  for (const { exam_id } of exams)
    screenings.push(screeningOf(exam_id, await readGroupReport(ctx, exam_id, {}), smallest));
  const report = {
    level: 'school' as const,
    name: scope.kind === 'all' ? (org?.org_name ?? '') : OWN_SCOPE,
    month,
    months,
    as_of: ctx.nowIso(),
    ...(smallest !== undefined && { smallest }),
    known: { before: true, last_year: true },
    sections: sectionsOf(numbersOf, { smallest, sections, records }),
    screenings,
  };
  return { ...report, text: meetingText(report) };
}

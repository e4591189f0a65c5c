import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import { schoolsReached } from '../../../platform/access/server/queries/school-rows.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { orgById } from '../../../platform/context/server/queries/orgs.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { ORG_TYPE } from '../../../platform/identity/identity.ts';
import { codesOf, labelOf } from '../../../platform/schema/labels.ts';
import { publishedCount, publishesTimes } from '../../../platform/statistics/disclosure.ts';
import type { StatisticsQuery, WarnStatistics } from '../contract/warn-statistics.ts';
import { VALID_STATUS } from '../rules/crisis.ts';
import * as rules from '../rules/warn-statistics.ts';
import * as store from './queries/warn-statistics.ts';

/** Maximum number of months in one response. */
const MONTHS_MAX = 60;
const VERDICTS = ['pending', '1', '2', '3', 'invalid'] as const;

type Numbers = ReadonlyMap<string, number>;
interface Stat {
  key: string;
  label: string;
  n?: number;
}
/** Groups rows by dimension. */
function byDim<R extends { dim: string }>(rows: readonly R[]): (dim: string) => readonly R[] {
  const found = new Map<string, R[]>();
  for (const row of rows) found.set(row.dim, (found.get(row.dim) ?? []).concat(row));
  return (dim) => found.get(dim) ?? [];
}
type Show = (n: number) => number | undefined;

const gradeOf = (key: string) => {
  const [period = 0, grade = 0] = key.split('-').map(Number);
  return { period, grade };
};
const gradeLabel = (key: string): string => {
  if (key === '') return '没有年级';
  const { period, grade } = gradeOf(key);
  return `${labelOf('class_period', period)} ${labelOf('grade', grade)}`;
};
function verdictLabel(key: string): string {
  if (key === 'pending') return labelOf('valid_status', VALID_STATUS.pending);
  return key === 'invalid' ? labelOf('valid_status', VALID_STATUS.invalid) : labelOf('crisis_level', key);
}

const stat = (show: Show, key: string, label: string, n: number): Stat => {
  const count = show(n);
  return { key, label, ...(count !== undefined && { n: count }) };
};

/** Adds the same months of the year before. */
const withLast = (months: readonly Stat[], before: Numbers, show: Show) =>
  months.map((month) => {
    const last = show(before.get(rules.yearBefore(month.key)) ?? 0);
    return { ...month, ...(last !== undefined && { last }) };
  });

/** Warnings per 100 students, with one decimal; undefined without students. */
const per100 = (n: number | undefined, students: number | undefined): { per_100?: number } =>
  n === undefined || !students ? {} : { per_100: Math.round((n / students) * 1000) / 10 };
const byGrade = (a: string, b: string) => {
  const [x, y] = [gradeOf(a), gradeOf(b)];
  return x.period - y.period || x.grade - y.grade;
};

/** Precision of each rule. Reports by persons follow no rule. */
function rulesOf(numbers: Numbers, show: Show, share: typeof rules.shareOf): WarnStatistics['rules'] {
  const found = new Map<string, { source: number; rule: string | null; byStatus: Map<number, number> }>();
  for (const [key, n] of numbers) {
    const [source, rule, status] = JSON.parse(key) as [number, string | null, number];
    const id = JSON.stringify([source, rule]);
    const one = found.get(id) ?? { source, rule, byStatus: new Map<number, number>() };
    found.set(id, one);
    one.byStatus.set(status, n);
  }
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { source, rule, byStatus }]) => {
      const valid = show(byStatus.get(VALID_STATUS.valid) ?? 0);
      const invalid = show(byStatus.get(VALID_STATUS.invalid) ?? 0);
      const right = share(valid, invalid);
      return {
        source,
        label: rule ?? labelOf('warn_source', source),
        ...(valid !== undefined && { valid }),
        ...(invalid !== undefined && { invalid }),
        ...(right !== undefined && { share: right }),
      };
    });
}

/** Parts that every response has, from counts by dimension and key. */
const shared = (of: (dim: string) => Numbers, months: readonly string[], show: Show, share: typeof rules.shareOf) => ({
  verdicts: VERDICTS.map((key) => stat(show, key, verdictLabel(key), of('verdict').get(key) ?? 0)),
  sources: [...codesOf('warn_source')].map((key) =>
    stat(show, key, labelOf('warn_source', key), of('source').get(key) ?? 0),
  ),
  months: months.map((key) => stat(show, key, key, of('month').get(key) ?? 0)),
  rules: rulesOf(of('rule'), show, share),
});

const times = (median: number | null | undefined, p90: number | null | undefined) =>
  median === null || median === undefined || p90 === null || p90 === undefined
    ? undefined
    : { median: Math.round(median), p90: Math.round(p90) };

const yearsFrom = (first: number, current: number): number[] =>
  Array.from({ length: Math.max(1, current - first + 1) }, (_, i) => current - i);

/** The smallest place of a query about a school, with its name. */
function placeInSchool(
  { class_id: classId, grade }: StatisticsQuery,
  className: string | undefined,
  schoolName: string | undefined,
): Pick<WarnStatistics, 'place' | 'name'> {
  if (classId !== undefined) return { place: 'class', name: className ?? '' };
  if (grade !== undefined) return { place: 'grade', name: gradeLabel(grade) };
  return { place: 'school', name: schoolName ?? '' };
}

/** Exact counts of a school, for students within the role's scope. */
async function ofSchool(ctx: OrgContext, query: StatisticsQuery): Promise<WarnStatistics> {
  const {
    actor,
    services: { access, clock },
  } = ctx;
  const { grade, class_id: classId, source, crisis_level: level } = query;
  if (query.school_id !== undefined) throw invalid('/school_id', '只有上级单位可以选择学校');
  const current = rules.schoolYearOf(clock.now());
  const ofYear = rules.monthsOf(query.school_year ?? current);
  const [from = '', to = ''] = [
    query.from ?? query.to ?? ofYear[0],
    query.to ?? (query.from === undefined ? ofYear.at(-1) : query.from),
  ];
  const months = rules.monthsBetween(from, to);
  if (months.length === 0) throw invalid('/to', '结束月份不能早于开始月份');
  if (months.length > MONTHS_MAX) throw invalid('/to', `一次最多统计 ${MONTHS_MAX} 个月`);
  const selection = {
    grade: grade === undefined ? undefined : gradeOf(grade),
    classId,
    source,
    level,
  };
  const scope = access.scope(actor, 'warn');
  const [[org], [first], rows, before, enrolled] = await ctx.read([
    orgById(actor.orgId),
    store.firstWarnAt(actor.orgId),
    store.schoolNumbers(actor.orgId, scope, {
      ...selection,
      from: rules.startOf(from),
      to: rules.startAfter(to),
    }),
    store.schoolNumbers(actor.orgId, scope, {
      ...selection,
      from: rules.startOf(rules.yearBefore(from)),
      to: rules.startAfter(rules.yearBefore(to)),
    }),
    store.studentsPerClass(actor.orgId, access.scope(actor, 'student')),
  ]);
  // Earlier years had other students.
  const isCurrent = (query.school_year ?? current) === current && query.from === undefined && query.to === undefined;
  const students = new Map<string, number>();
  for (const { class_id, period, grade: no, n } of isCurrent ? enrolled : [])
    for (const key of [class_id, `${period}-${no}`]) students.set(key, (students.get(key) ?? 0) + n);
  const dims = byDim(rows);
  const of = (dim: string): Numbers => new Map(dims(dim).map(({ key, n }) => [key, n]));
  const show: Show = (n) => n;
  const total = [...of('verdict').values()].reduce((sum, n) => sum + n, 0);
  const classes = dims('class')
    .map(({ key, label, n }) => ({ key, label: label ?? '没有班级', n, ...per100(n, students.get(key)) }))
    .sort((a, b) => a.label.localeCompare(b.label, 'zh', { numeric: true }));
  const numbers = shared(of, rules.begunMonths(months, clock.now()), show, rules.shareOf);
  const [verify, contact] = [dims('verify')[0], dims('contact')[0]];
  return {
    ...placeInSchool(query, classes[0]?.label, org?.org_name),
    unit: 'warning',
    years: yearsFrom(first ? rules.schoolYearOf(Date.parse(first.reported_at)) : current, current),
    total,
    ...numbers,
    months: withLast(numbers.months, new Map(byDim(before)('month').map(({ key, n }) => [key, n])), show),
    parts:
      grade !== undefined || classId !== undefined
        ? { by: 'class', rows: classes }
        : {
            by: 'grade',
            rows: [...of('grade')]
              .sort(([a], [b]) => byGrade(a, b))
              .map(([key, n]) => ({ ...stat(show, key, gradeLabel(key), n), ...per100(n, students.get(key)) })),
          },
    verify: times(verify?.median, verify?.p90),
    contact: times(contact?.median, contact?.p90),
  };
}

/** The smallest place of a query about an institution, with its name. */
function placeInInstitution(
  { school_id: schoolId, grade }: StatisticsQuery,
  schoolName = '',
  institutionName = '',
): Pick<WarnStatistics, 'place' | 'name'> {
  if (grade !== undefined) return { place: 'grade', name: `${schoolName} ${gradeLabel(grade)}` };
  if (schoolId !== undefined) return { place: 'school', name: schoolName };
  return { place: 'institution', name: institutionName };
}

/** Quantiles of a histogram, if the group is large enough. */
function publishedTimes(steps: Numbers, students: number, smallest: number) {
  if (!publishesTimes(students, smallest)) return undefined;
  const histogram = new Map([...steps].map(([step, n]) => [Number(step), n]));
  return times(rules.quantileOf(histogram, 0.5), rules.quantileOf(histogram, 0.9));
}

/**
 * Suppressed and rounded counts for an institution (`platform/statistics/disclosure.ts`). Reads aggregated counts and
 * no row about a student.
 */
async function ofInstitution(ctx: OrgContext, query: StatisticsQuery): Promise<WarnStatistics> {
  const {
    actor,
    services: { access, clock, db, smallestGroup: smallest },
  } = ctx;
  const filter = (['from', 'to', 'class_id', 'source', 'crisis_level'] as const).find(
    (name) => query[name] !== undefined,
  );
  if (filter !== undefined) throw invalid(`/${filter}`, '上级单位按学年、学校和年级查看，没有其他筛选');
  const { school_id: schoolId, grade } = query;
  if (grade !== undefined && schoolId === undefined) throw invalid('/grade', '请先选择学校');
  const tenant = { orgId: actor.orgId, userId: null };
  const current = rules.schoolYearOf(clock.now());
  const year = query.school_year ?? current;
  const scope = access.scope(actor, 'school');
  const [[org], schools] = await db.read(tenant, [orgById(actor.orgId), schoolsReached(actor.orgId, scope)]);
  const chosen = schools.filter(({ org_id }) => schoolId === undefined || org_id === schoolId);
  const [school] = chosen;
  if (schoolId !== undefined && !school) throw notFoundInScope(scope);
  const ids = chosen.map(({ org_id }) => org_id);
  const [rows, before, years] = await db.read(tenant, [
    store.countsOf(ids, year, grade ?? ''),
    store.countsOf(ids, year - 1, grade ?? ''),
    store.countedYears(schools.map(({ org_id }) => org_id)),
  ]);
  const dims = byDim(rows);
  // A student belongs to one school only, so counts of schools can be added.
  const sum = (dim: string, what: 'n' | 'children', by: 'key' | 'org_id' = 'key'): Numbers =>
    dims(dim).reduce((all, row) => all.set(row[by], (all.get(row[by]) ?? 0) + row[what]), new Map<string, number>());
  const students = (dim: string) => sum(dim, 'children');
  const one = (dim: string) => students(dim).get('') ?? 0;
  const show: Show = (n) => publishedCount(n, smallest);
  const total = show(one('all'));
  const numbers = shared(students, rules.begunMonths(rules.monthsOf(year), clock.now()), show, (valid, invalid) =>
    rules.publishedShare(valid, invalid, smallest),
  );
  const monthsBefore = byDim(before)('month').reduce(
    (all, { key, children }) => all.set(key, (all.get(key) ?? 0) + children),
    new Map<string, number>(),
  );
  const rowsOf = (numbers: Numbers, label: (key: string) => string) =>
    [...numbers].map(([key, n]) => stat(show, key, label(key), n));
  const parts = (): WarnStatistics['parts'] => {
    if (grade !== undefined)
      return {
        by: 'class',
        rows: rowsOf(students('class'), (key) => key).sort((a, b) =>
          a.label.localeCompare(b.label, 'zh', { numeric: true }),
        ),
      };
    if (schoolId !== undefined)
      return { by: 'grade', rows: rowsOf(students('grade'), gradeLabel).sort((a, b) => byGrade(a.key, b.key)) };
    const ofSchools = sum('all', 'children', 'org_id');
    return {
      by: 'school',
      rows: schools.map(({ org_id, org_name }) => stat(show, org_id, org_name, ofSchools.get(org_id) ?? 0)),
    };
  };
  return {
    ...placeInInstitution(query, school?.org_name, org?.org_name),
    unit: 'student',
    smallest,
    years: yearsFrom(Math.min(current, ...years.map((row) => row.year)), current),
    ...(total !== undefined && { total }),
    ...numbers,
    months: withLast(numbers.months, monthsBefore, show),
    parts: parts(),
    verify: publishedTimes(sum('verify', 'n'), one('verified'), smallest),
    contact: publishedTimes(sum('contact', 'n'), one('contacted'), smallest),
  };
}

/**
 * Statistics of warnings within the role's scope.
 *
 * @throws AppError PSY_INVALID_INPUT, `notFoundInScope` when an institution requests a school out of scope
 */
export const statistics = (ctx: OrgContext, query: StatisticsQuery): Promise<WarnStatistics> =>
  ctx.actor.orgType === ORG_TYPE.school ? ofSchool(ctx, query) : ofInstitution(ctx, query);

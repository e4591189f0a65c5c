import type { StatisticsQuery } from '../../contract/warn-statistics.ts';
import { VALID_STATUS } from '../../rules/crisis.ts';
import { monthsOf } from '../../rules/warn-statistics.ts';

/** The list that has all warnings, whatever their source. */
const LIST = '/warning/list';

/** What of the warnings that are counted one number is about. */
export interface Picked {
  verdict?: string;
  source?: number;
  month?: string;
  grade?: string;
  classId?: string;
  rule?: string;
  status?: number;
}

const lastDay = (month: string): string => {
  const [year = 0, index = 0] = month.split('-').map(Number);
  return `${month}-${String(new Date(Date.UTC(year, index, 0)).getUTCDate()).padStart(2, '0')}`;
};

const ofVerdict = (verdict: string | undefined) =>
  verdict === undefined
    ? {}
    : verdict === 'pending'
      ? { valid_status: VALID_STATUS.pending }
      : verdict === 'invalid'
        ? { valid_status: VALID_STATUS.invalid }
        : { valid_status: VALID_STATUS.valid, crisis_level: Number(verdict) };

/**
 * The list of the very warnings that a number of a school counts, as its address; undefined where they have no class or
 * grade to filter by.
 */
export function listLink(query: StatisticsQuery, year: number, picked: Picked): string | undefined {
  const grade = picked.grade ?? query.grade;
  const classId = picked.classId ?? query.class_id;
  if (grade === '' || classId === '') return undefined;
  const months = monthsOf(year);
  const [from = '', to = ''] =
    picked.month === undefined
      ? [query.from ?? query.to ?? months[0], query.to ?? query.from ?? months.at(-1)]
      : [picked.month, picked.month];
  const [period, gradeNo] = grade?.split('-') ?? [];
  const wanted = {
    reported_at_from: `${from}-01`,
    reported_at_to: lastDay(to),
    source: picked.source ?? query.source,
    crisis_level: query.crisis_level,
    ...ofVerdict(picked.verdict),
    ...(picked.status !== undefined && { valid_status: picked.status }),
    rule: picked.rule,
    class_id: classId,
    ...(classId === undefined && { period, grade: gradeNo }),
  };
  return `${LIST}?${new URLSearchParams(Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))).toString()}`;
}

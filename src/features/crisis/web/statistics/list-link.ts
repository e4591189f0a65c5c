import type { StatisticsQuery } from '../../contract/warn-statistics.ts';
import { VALID_STATUS } from '../../rules/crisis.ts';
import { monthsOf } from '../../rules/warn-statistics.ts';

/** The list of warnings of all sources. */
const LIST = '/warning/list';

/** The part of the counted warnings that one number stands for. */
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

const verdictFilter = (verdict: string | undefined) => {
  if (verdict === undefined) return {};
  if (verdict === 'pending') return { valid_status: VALID_STATUS.pending };
  if (verdict === 'invalid') return { valid_status: VALID_STATUS.invalid };
  return { valid_status: VALID_STATUS.valid, crisis_level: Number(verdict) };
};

/**
 * Address of the list of exactly the warnings that a number of a school counts; undefined for warnings without class or
 * grade, which the list cannot filter by.
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
  const filters = {
    reported_at_from: `${from}-01`,
    reported_at_to: lastDay(to),
    source: picked.source ?? query.source,
    crisis_level: query.crisis_level,
    ...verdictFilter(picked.verdict),
    ...(picked.status !== undefined && { valid_status: picked.status }),
    rule: picked.rule,
    class_id: classId,
    ...(classId === undefined && { period, grade: gradeNo }),
  };
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) parameters.set(name, String(value));
  return `${LIST}?${parameters.toString()}`;
}

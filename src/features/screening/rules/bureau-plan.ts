import { sameValue } from '../../../platform/schema/json.ts';

/** In the order of a plan's life (`bureau_plan_status` of `schemas/enums.json`); the clock ends it. */
export type PlanStatus = 'draft' | 'sent' | 'closed';

/** A row by its wire names. */
type Fields = Readonly<Record<string, unknown>>;

interface Refusal {
  field: string;
  message: string;
}

/**
 * The status of an institution's plan at a time; the SQL is in `server/queries/bureau-plans.ts`.
 *
 * @param now Milliseconds
 */
export const planStatus = ({ status, ends_at }: { status: PlanStatus; ends_at: string }, now: number): PlanStatus =>
  status === 'sent' && Date.parse(ends_at) <= now ? 'closed' : status;

/** What a plan keeps once it is sent: schools may have accepted it. */
const KEPT_WHEN_SENT = [
  'plan_name',
  'scale_ids',
  'norm_sets',
  'grades',
  'starts_at',
  'consent_text',
  'visibility',
  'note',
] as const;
/** What a school's screening keeps of the plan that it follows. */
const FIXED_BY_PLAN = ['scale_ids', 'norm_sets', 'consent_text'] as const;

const timeOf = (value: unknown): number => Date.parse(String(value));
const isSame = (field: string, a: unknown, b: unknown): boolean =>
  field.endsWith('_at') ? timeOf(a) === timeOf(b) : sameValue(a ?? null, b ?? null);
const textsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What may not change in a plan that is sent: its end moves only to a later time, and schools are only added. */
export function refusedPlanChanges(before: Fields, after: Fields): Refusal[] {
  const refused: Refusal[] = KEPT_WHEN_SENT.filter((field) => !isSame(field, before[field], after[field])).map(
    (field) => ({ field: `/${field}`, message: '计划已经下发，这一项不能再修改' }),
  );
  if (timeOf(after['ends_at']) < timeOf(before['ends_at']))
    refused.push({ field: '/ends_at', message: '计划已经下发，最晚结束时间只能推后' });
  const kept = textsOf(after['school_ids']);
  if (textsOf(before['school_ids']).some((id) => !kept.includes(id)))
    refused.push({ field: '/school_ids', message: '计划已经下发，学校只能增加' });
  return refused;
}

/** What a plan fixes for the screenings that follow it; a plan without a consent text leaves that to the school. */
export interface PlanBounds {
  scale_ids: readonly string[];
  norm_sets: Readonly<Record<string, string>>;
  consent_text: string | null;
  starts_at: string;
  ends_at: string;
}

/** How a school's change goes beyond the plan that its screening follows. */
export function beyondPlan(plan: PlanBounds, before: Fields, after: Fields): Refusal[] {
  const fixed = FIXED_BY_PLAN.filter((field) => field !== 'consent_text' || plan.consent_text !== null);
  const refused: Refusal[] = fixed
    .filter((field) => !isSame(field, before[field], after[field]))
    .map((field) => ({ field: `/${field}`, message: '这一项由上级单位的计划规定，不能修改' }));
  const window = beyondWindow(plan, before, after);
  return window ? [...refused, window] : refused;
}

function beyondWindow(plan: PlanBounds, before: Fields, after: Fields): Refusal | undefined {
  const changes = (field: string) => !isSame(field, before[field], after[field]);
  if (changes('starts_at') && timeOf(after['starts_at']) < timeOf(plan.starts_at))
    return { field: '/starts_at', message: '开始时间早于上级单位规定的时间' };
  if (changes('ends_at') && timeOf(after['ends_at']) > timeOf(plan.ends_at))
    return { field: '/ends_at', message: '结束时间晚于上级单位规定的时间' };
  return undefined;
}

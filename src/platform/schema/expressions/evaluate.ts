import jsonLogic, { type RulesLogic } from 'json-logic-js';
import { isDay, isInstant, isTime } from '../days.ts';
import { endsOf } from '../ranges.ts';
import type { Expression } from './expression.ts';

/** What an expression may know beside the row: the day and time at the schools, the user and the user's class. */
export interface Moment {
  /** `YYYY-MM-DD`. */
  today: string;
  /** ISO 8601 in UTC. */
  now: string;
  /** User id. */
  me: string;
  /** Id of the class of a class teacher who has one. */
  myClass?: string | undefined;
}

/** The class of a role that is bound to one class; undefined where it is bound to several or to none. */
export function classOfRole({ class_ids: ids }: Readonly<Record<string, unknown>>): string | undefined {
  const [id, ...others] = Array.isArray(ids) ? (ids as unknown[]) : [];
  return typeof id === 'string' && others.length === 0 ? id : undefined;
}

export type Values = Readonly<Record<string, unknown>>;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined || value === '';
const isOrdered = (a: unknown, b: unknown): boolean =>
  (typeof a === 'number' && typeof b === 'number') || (typeof a === 'string' && typeof b === 'string' && !isAbsent(a));

/** Compares numbers, or texts such as days and times; false where a value is absent or of another type. */
const comparing = (holds: (a: string | number, b: string | number) => boolean) => (a: unknown, b: unknown) =>
  isOrdered(a, b) && !isAbsent(b) && holds(a as string | number, b as string | number);

/** Calculates with numbers; absent where one of them is absent or the result is no number. */
const calculating =
  (calculate: (values: number[]) => number) =>
  (...values: unknown[]) => {
    if (!values.every((value): value is number => typeof value === 'number')) return null;
    const result = calculate(values);
    return Number.isFinite(result) ? result : null;
  };

/** Milliseconds of a day or an instant. */
const timeOf = (value: unknown): number | undefined =>
  typeof value === 'string' && (isDay(value) || isInstant(value)) ? Date.parse(value) : undefined;

/** Whole days from one day or instant to another; absent where one of them is. */
function days(from: unknown, to: unknown): number | null {
  const [start, end] = [timeOf(from), timeOf(to)];
  return start === undefined || end === undefined ? null : Math.floor((end - start) / DAY_MS);
}

const minuteOfDay = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Minutes of a range. */
function minutes(range: unknown): number | null {
  const kind = typeof range === 'string' && isTime(range.slice(0, 5)) ? 'time-range' : 'date-time-range';
  const ends = endsOf({ 'x-kind': kind }, range);
  if (!ends) return null;
  const [start, end] = ends;
  if (kind === 'time-range') return minuteOfDay(end) - minuteOfDay(start);
  return Math.round((Date.parse(end) - Date.parse(start)) / MINUTE_MS);
}

const equal = (a: unknown, b: unknown): boolean => (isAbsent(a) && isAbsent(b)) || a === b;

/**
 * Operators whose meaning differs from the library's: a value that is absent takes part in no comparison and no
 * calculation, and nothing is converted to another type.
 */
const OPERATIONS: Readonly<Record<string, (...values: unknown[]) => unknown>> = {
  '==': equal,
  '!=': (a, b) => !equal(a, b),
  '<': comparing((a, b) => a < b),
  '<=': comparing((a, b) => a <= b),
  '>': comparing((a, b) => a > b),
  '>=': comparing((a, b) => a >= b),
  '+': calculating((all) => all.reduce((sum, each) => sum + each, 0)),
  '-': calculating(([first = 0, second]) => (second === undefined ? -first : first - second)),
  '*': calculating((all) => all.reduce((product, each) => product * each, 1)),
  '/': calculating(([first = 0, second = 0]) => first / second),
  '%': calculating(([first = 0, second = 0]) => first % second),
  min: calculating((all) => Math.min(...all)),
  max: calculating((all) => Math.max(...all)),
  round: calculating(([value = 0]) => Math.round(value)),
  in: (item, among) =>
    (Array.isArray(among) || typeof among === 'string') && !isAbsent(item) && among.includes(item as never),
  cat: (...values) => values.map((value) => (isAbsent(value) ? '' : String(value))).join(''),
  sum: (values) =>
    isAbsent(values) ? null : calculating((all) => all.reduce((total, each) => total + each, 0))(...[values].flat()),
  count: (value) => (Array.isArray(value) ? value.length : isAbsent(value) ? 0 : 1),
  days,
  minutes,
};
for (const [name, operation] of Object.entries(OPERATIONS)) jsonLogic.add_operation(name, operation);

/** A variable is a whole name: the library would take `equipment.price` for a path into a value. */
jsonLogic.add_operation('var', function variable(this: Values, name: unknown) {
  return this[String(name)] ?? null;
});

/** The value of a checked expression over a row; null where there is none. */
export function evaluate(expression: Expression, row: Values, { today, now, me, myClass }: Moment): unknown {
  // Without a prototype, so that no name means anything but a field.
  const data: Values = Object.assign(Object.create(null) as object, row, {
    $today: today,
    $now: now,
    $me: me,
    $my_class: myClass,
  });
  return jsonLogic.apply(expression as RulesLogic, data) as unknown;
}

/** Whether a condition holds. */
export const holds = (condition: Expression, row: Values, moment: Moment): boolean =>
  jsonLogic.truthy(evaluate(condition, row, moment));

import { securitySettingsOf, settingsFrom } from '../../../platform/access/server/queries/security-settings.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import {
  dueDays,
  kindsDue,
  PART_KINDS,
  termsOf,
  UPCOMING_DAYS,
  type Blocker,
  type RetentionKind,
  type Terms,
} from '../rules.ts';
import { leftStudents, recordsByChild } from './queries/students.ts';
import { termsOfSchool } from './queries/terms.ts';

const DAY_MS = 86_400_000;

type Counts = Readonly<Partial<Record<RetentionKind, number>>>;

/** A student who has left, with what falls due. */
export interface Leaver {
  childId: string;
  name: string;
  number: string;
  leftOn: string;
  blockers: readonly Blocker[];
  counts: Counts;
  days: Readonly<Record<RetentionKind, string>>;
  /** Kinds that are due today. */
  due: readonly RetentionKind[];
  /** Kinds that are due within the coming days, those of today among them. */
  soon: readonly RetentionKind[];
}

/** Records of some kinds; `record` stands for all of them. */
export const totalOf = (counts: Counts, kinds: readonly RetentionKind[]): number =>
  (kinds.includes('record') ? ([...PART_KINDS, 'record'] as const) : kinds)
    // The answers are part of the sheets, which are counted as such.
    .filter((kind) => kind !== 'answers' || !kinds.includes('record'))
    .reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);

/** The terms of the school. */
export async function schoolTerms(read: OrgContext['read'], orgId: string): Promise<Terms> {
  const [[settings], own] = await read([securitySettingsOf(orgId), termsOfSchool(orgId)]);
  return termsOf(
    Object.fromEntries(own.map(({ kind, years }) => [kind, years])),
    settingsFrom(settings).retentionYears,
  );
}

/** Records of each kind about each child. */
export async function countsByChild(read: OrgContext['read'], orgId: string): Promise<Map<string, Counts>> {
  const [rows] = await read([recordsByChild(orgId)]);
  const found = new Map<string, Partial<Record<RetentionKind, number>>>();
  for (const { child_id, kind, n } of rows) {
    const counts = found.get(child_id) ?? {};
    counts[kind] = n;
    found.set(child_id, counts);
  }
  return found;
}

/** All students who have left, with what falls due. */
export async function leavers(
  { read, now }: Pick<OrgContext, 'read' | 'now'>,
  orgId: string,
  { terms, counts }: { terms: Terms; counts: ReadonlyMap<string, Counts> },
): Promise<Leaver[]> {
  const at = now();
  const [today, ahead] = [dayOf(at), dayOf(at + UPCOMING_DAYS * DAY_MS)];
  const [rows] = await read([leftStudents(orgId, new Date(at).toISOString())]);
  return rows.flatMap(({ child_id: childId, child_name: name, student_no: number, left_at, blockers }) => {
    // A student without a history of enrolments has no day of leaving, and is never due.
    if (left_at === null) return [];
    const leftOn = dayOf(Date.parse(left_at));
    const days = dueDays(terms, leftOn);
    const own = counts.get(childId) ?? {};
    const [due, soon] = [kindsDue(days, own, today), kindsDue(days, own, ahead)];
    return [{ childId, name, number, leftOn, blockers, counts: own, days, due, soon }];
  });
}

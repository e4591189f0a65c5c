import { CASE_STATUS, isContact, isHigher, VALID_STATUS } from '../../../features/crisis/rules/crisis.ts';
import { CONSULTATION, dayAfter, weekdayOf } from '../../../features/interventions/rules/consultation.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { dayOf, TIME_ZONE_OFFSET } from '../../../platform/schema/sheet.ts';
import { EVERYDAY, SCHOOLS } from './crisis-stories.ts';
import type { CaseStory, WarnStory, Who } from './crisis-story.ts';
import { randomOf, type Random } from './random.ts';
import type { CrisisRows, RecordRows, TenantRows } from './rows.ts';

type Student = TenantRows['students'][number];
type Warn = CrisisRows['warns'][number];
type Step = CrisisRows['case_steps'][number];
type Case = CrisisRows['crisis_cases'][number];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MINUTE_MS = 60_000;
/** Months without school. */
const HOLIDAYS: ReadonlySet<string> = new Set(['02', '07', '08']);
/** Days that warnings lie back at most: into last year. */
const REACH = 430;
export interface CrisisParts {
  rows: Pick<TenantRows, 'students' | 'classes' | 'enrolments' | 'years'> & RecordRows;
  /** The class teacher of a class. */
  teacherOf: (classId: string) => string | undefined;
  now: number;
}

const isWeekend = (day: string) => weekdayOf(day) > 5;
const isSchoolDay = (day: string) => !isWeekend(day) && !HOLIDAYS.has(day.slice(5, 7));
const instant = (day: string, minutes: number) =>
  Date.parse(`${day}T00:00:00${TIME_ZONE_OFFSET}`) + minutes * MINUTE_MS;
/** The last day from there back that is one. */
const backTo = (day: string, isOne: (day: string) => boolean): string =>
  isOne(day) ? day : backTo(dayAfter(day, -1), isOne);
const onTo = (day: string, isOne: (day: string) => boolean): string =>
  isOne(day) ? day : onTo(dayAfter(day, 1), isOne);
/** The same moment, or the next morning of a working day. */
function atWork(at: number): number {
  const day = dayOf(at);
  const [minutes, early, late] = [(at - instant(day, 0)) / MINUTE_MS, 8 * 60, 19 * 60];
  if (!isWeekend(day) && minutes >= early && minutes < late) return at;
  return instant(
    onTo(minutes < late ? day : dayAfter(day, 1), (one) => !isWeekend(one)),
    early + 10 + (minutes % 60),
  );
}
/** A moment of that day, or of the last working day before it. */
const onWeekday = (at: number): number =>
  instant(
    backTo(dayOf(at), (day) => !isWeekend(day)),
    (at - instant(dayOf(at), 0)) / MINUTE_MS,
  );

/** Records that happened, with the kind of the step that each is in a case (`case_step_kind`) and when it was. */
const recordsOf = ({
  interventions,
  interviews,
  sandplays,
  drawings,
  custom_interventions,
  consultations,
  referrals,
  follow_ups,
}: RecordRows) => [
  ...interventions.map((record) => ({
    table: 'interventions',
    kind: 'intervention',
    id: record.intervention_id,
    at: record.happened_at,
    record,
  })),
  ...interviews.map((record) => ({
    table: 'interviews',
    kind: 'interview',
    id: record.interview_id,
    at: record.happened_at,
    record,
  })),
  ...sandplays.map((record) => ({
    table: 'sandplays',
    kind: 'sandplay',
    id: record.sandplay_id,
    at: record.happened_at,
    record,
  })),
  ...drawings.map((record) => ({
    table: 'drawings',
    kind: 'drawing',
    id: record.drawing_id,
    at: record.happened_at,
    record,
  })),
  ...custom_interventions.map((record) => ({
    table: 'custom_interventions',
    kind: 'custom',
    id: record.custom_intervention_id,
    at: record.happened_at,
    record,
  })),
  ...consultations
    .filter(({ status }) => status === CONSULTATION.done)
    .map((record) => ({
      table: 'consultations',
      kind: 'consultation',
      id: record.consultation_id,
      at: record.start_at,
      record,
    })),
  ...referrals.map((record) => ({
    table: 'referrals',
    kind: 'referral',
    id: record.referral_id,
    at: record.created_at,
    record,
  })),
  // Notified when they are completed, as in the portal.
  ...follow_ups.flatMap((record) =>
    record.done_on === undefined
      ? []
      : [
          {
            table: 'follow_ups',
            kind: 'follow_up',
            id: record.follow_up_id,
            at: `${record.done_on}T16:10:00${TIME_ZONE_OFFSET}`,
            record,
          },
        ],
  ),
];

/**
 * Warnings of a school, their cases and the steps of the cases (`crisis-stories.ts`); records that belong to a case are
 * linked to it.
 */
export function demoCrisis(org_id: string, { rows, teacherOf, now }: CrisisParts): Partial<TenantRows> {
  const school = SCHOOLS[org_id];
  if (!school) return {};
  const random: Random = randomOf(`crisis ${org_id}`);
  const today = dayOf(now);
  const enrolled = rows.students.filter(({ study_status, class_id }) => study_status === 1 && class_id !== undefined);
  const classes = new Map(rows.classes.map((one) => [one.class_id, one]));
  const former = new Map(rows.enrolments.map((one) => [one.child_id, one]));
  const begun = rows.years.find(({ is_current }) => is_current)?.start_on ?? '';
  const userOf = (who: Who, { class_id = '' }: Student) =>
    who === 'system' ? 'system' : who === 'teacher' ? (teacherOf(class_id) ?? `u-o${org_id}r4`) : `u-o${org_id}${who}`;
  const during = (day: string) => instant(day, 8 * 60 + random.int(0, 540));
  const schoolDays = Array.from({ length: REACH }, (_, i) => dayAfter(today, -1 - i)).filter(isSchoolDay);

  const records = recordsOf(rows);
  const warns: Warn[] = [];
  const case_steps: Step[] = [];
  const crisis_cases: Case[] = [];

  /** The class of then, with its names. */
  const placeOf = (student: Student, at: number) => {
    const found = (dayOf(at) < begun ? former.get(student.child_id) : undefined) ?? classes.get(student.class_id ?? '');
    return (
      found && { class_id: found.class_id, class_name: found.class_name, period: found.period, grade: found.grade }
    );
  };
  const warn = (
    student: Student,
    at: number,
    {
      source,
      category,
      content,
      rule,
      by = 'teacher',
    }: Pick<WarnStory, 'source' | 'category' | 'content' | 'rule' | 'by'>,
    verdict: Partial<Warn> = {},
  ): Warn => {
    const warn_id = `wn${org_id}-${String(warns.length + 1).padStart(2, '0')}`;
    const made = {
      org_id,
      warn_id,
      child_id: student.child_id,
      ...placeOf(student, at),
      source,
      ...(source !== 1 && { source_ref: `${source === 2 ? 'screening' : 'talk'}-${warn_id}`, rule }),
      ...(source === 1 && { source_type: 1 }),
      category_id: category,
      warn_content: content,
      reporter_id: userOf(by, student),
      reported_at: isoTime(at),
      valid_status: VALID_STATUS.pending,
      drill: false,
      version: 1,
      ext: {},
      ...verdict,
    };
    warns.push(made);
    return made;
  };
  const verdict = (student: Student, at: number, by: Who, reason: string): Partial<Warn> => {
    const who = userOf(by, student);
    return { verified_by: who, verified_at: isoTime(at), acknowledged_by: who, acknowledged_at: isoTime(at), reason };
  };

  const lead = ({ student: n, ago, warns: reported, steps }: CaseStory) => {
    const student = enrolled[n];
    if (!student) return;
    const case_id = `cc${org_id}-${String(crisis_cases.length + 1).padStart(2, '0')}`;
    const began = during(backTo(dayAfter(today, -ago), isSchoolDay));
    const own: Omit<Step, 'step_id'>[] = [];
    const step = (at: number, kind: string, author_id: string, more: Partial<Step> = {}) =>
      own.push({ org_id, case_id, kind, author_id, at: isoTime(at), ...more });
    const joined = reported.map(({ day, hours, level, reason, verifier = 'r8', ...story }) => {
      const at = began + day * DAY_MS;
      const verified = atWork(at + hours * HOUR_MS - random.int(0, 40) * MINUTE_MS);
      const who = userOf(verifier, student);
      const made = warn(student, at, story, {
        valid_status: VALID_STATUS.valid,
        crisis_level: level,
        case_id,
        ...verdict(student, verified, verifier, reason),
      });
      step(at, 'report', made.reporter_id, { warn_id: made.warn_id, body: story.content });
      step(verified, 'verify', who, { warn_id: made.warn_id, body: reason, level });
      return { verified, level, who };
    });
    let level = joined[0]?.level ?? 3;
    for (const one of joined)
      if (isHigher(one.level, level)) {
        level = one.level;
        step(one.verified + 1, 'level', one.who, { level });
      }
    const opened = joined[0]?.verified ?? began;
    const closing = steps.find(({ kind }) => kind === 'close');
    for (const [i, { day, kind, by = 'r8', body, level: to, restricted }] of steps.entries()) {
      if (to !== undefined) level = to;
      // In the order of their notifications.
      step(onWeekday(opened + day * DAY_MS) + (i + 1) * 25 * MINUTE_MS, kind, userOf(by, student), {
        body,
        level: to,
        ...(restricted && { restricted_to: by === 'r8' ? 'psychology' : 'leadership' }),
      });
    }
    const end = closing ? own.find(({ kind }) => kind === 'close') : undefined;
    for (const { table, kind, id, at, record } of records) {
      const when = Date.parse(at);
      if (record.child_id !== student.child_id || when <= opened || (end && when >= Date.parse(end.at))) continue;
      record.case_id = case_id;
      step(when, kind, record.created_by, {
        record_table: table,
        record_id: id,
        ...(record.restricted && { restricted_to: record.author_group }),
      });
    }
    const numbered = own
      .sort((a, b) => a.at.localeCompare(b.at))
      .map((one, i) => ({ ...one, step_id: `st${org_id}-${case_id.slice(-2)}-${String(i + 1).padStart(2, '0')}` }));
    for (const { amends, body } of steps) {
      const later = amends && numbered.findIndex((one) => one.body === body);
      const [was, is] = later ? [numbered[later - 1], numbered[later]] : [];
      if (was && is) is.amends = was.step_id;
    }
    case_steps.push(...numbered);
    crisis_cases.push({
      org_id,
      case_id,
      child_id: student.child_id,
      crisis_level: level,
      status: end ? CASE_STATUS.closed : CASE_STATUS.open,
      opened_at: isoTime(opened),
      first_contact_at: numbered.find(({ kind }) => isContact(kind))?.at,
      ...(end && { closed_at: end.at, closed_by: end.author_id }),
      version: 1,
      ext: {},
    });
  };
  for (const story of school.cases) lead(story);

  const reported = new Set(warns.map(({ child_id }) => child_id));
  const another = (): Student | undefined => {
    const rest = enrolled.filter(({ child_id }, i) => i > 60 && !reported.has(child_id));
    const found = rest[random.int(0, rest.length - 1)];
    if (found) reported.add(found.child_id);
    return found;
  };
  const own = [...school.own];
  const alone = (i: number, at: number, isWaiting: boolean) => {
    const student = enrolled[(i < 2 ? own.shift() : undefined) ?? -1] ?? another();
    if (!student) return;
    const { reason, ...story } = random.pick(EVERYDAY);
    const [verified, by] = [
      Math.min(atWork(at + random.int(20, 1800) * MINUTE_MS), now),
      random.chance(0.3) ? ('r14' as const) : ('r8' as const),
    ];
    const taken = i % 3 === 2 ? { acknowledged_by: userOf(by, student), acknowledged_at: isoTime(verified) } : {};
    warn(
      student,
      at,
      story,
      isWaiting ? taken : { valid_status: VALID_STATUS.invalid, ...verdict(student, verified, by, reason) },
    );
  };
  for (const [i, ago] of school.waiting.entries()) alone(i, during(schoolDays[ago - 1] ?? today), true);
  // From last year until some days ago, the more the nearer.
  for (let i = 0; i < school.invalid; i++)
    alone(i, during(schoolDays[4 + Math.round((i / school.invalid) ** 1.4 * (schoolDays.length - 5))] ?? today), false);
  return { warns, crisis_cases, case_steps };
}

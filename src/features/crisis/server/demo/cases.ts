import { isoTime } from '../../../../platform/runtime/server/clock.ts';
import { dayAfter } from '../../../../platform/schema/days.ts';
import { CASE_STATUS, VALID_STATUS, isContact, isHigher } from '../../rules/crisis.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, atWork, backTo, isSchoolDay, onWeekday } from './days.ts';
import type { CrisisRows } from './rows.ts';
import type { Setting, Student } from './setting.ts';
import type { CaseStory, StepStory, WarnStory, WorkStory } from './story.ts';
import { addWarn, verdictOf } from './warnings.ts';

type Step = CrisisRows['case_steps'][number];

/** A case while its steps are collected. */
interface OpenCase {
  setting: Setting;
  student: Student;
  case_id: string;
  steps: Omit<Step, 'step_id'>[];
  level: number;
}

function addStep({ setting: { org_id }, case_id, steps }: OpenCase, at: number, step: Omit<Partial<Step>, 'at'>): void {
  const { kind = '', author_id = '', ...more } = step;
  steps.push({ org_id, case_id, kind, author_id, at: isoTime(at), ...more });
}

/** Adds the warnings of a case with their verdicts. @returns when the first one was verified */
function addWarnings(one: OpenCase, began: number, warns: readonly WarnStory[]): number {
  const { setting, student, case_id } = one;
  const verdicts = warns.map(({ day, hours, level, reason, verifier = 'r8', also, ...story }) => {
    const at = began + day * DAY_MS;
    const verified = atWork(at + hours * HOUR_MS - setting.random.int(0, 40) * MINUTE_MS);
    const author_id = setting.userOf(verifier, student);
    const { warn_id, reporter_id } = addWarn(setting, student, at, story, {
      valid_status: VALID_STATUS.valid,
      crisis_level: level,
      case_id,
      ...also,
      ...verdictOf(setting, student, { at: verified, by: verifier, reason }),
    });
    addStep(one, at, { kind: 'report', author_id: reporter_id, warn_id, body: story.content });
    addStep(one, verified, { kind: 'verify', author_id, warn_id, body: reason, level });
    return { verified, level, author_id };
  });
  one.level = verdicts[0]?.level ?? one.level;
  for (const { verified, level, author_id } of verdicts) {
    if (!isHigher(level, one.level)) continue;
    one.level = level;
    addStep(one, verified + 1, { kind: 'level', author_id, level });
  }
  return verdicts[0]?.verified ?? began;
}

/** Adds what people noted, in the order of the story. */
function addNotes(one: OpenCase, opened: number, stories: readonly StepStory[]): void {
  for (const [i, { day, kind, by = 'r8', body, level, restricted, contact }] of stories.entries()) {
    one.level = level ?? one.level;
    const at = onWeekday(opened + day * DAY_MS) + (i + 1) * 25 * MINUTE_MS;
    addStep(one, at, {
      kind,
      author_id: one.setting.userOf(by, one.student),
      body,
      level,
      ...(restricted && { restricted_to: by === 'r8' ? 'psychology' : 'leadership' }),
      ...(contact && { informed_at: isoTime(at), informed_how: contact.how, contact_result: contact.result }),
    });
  }
}

/** Links the student's records from the time of the case and adds a step for each. */
function addRecords(one: OpenCase, opened: number, end: string | undefined): void {
  for (const { table, kind, id, at, record } of one.setting.happened) {
    const when = Date.parse(at);
    if (record.child_id !== one.student.child_id || when <= opened) continue;
    if (end !== undefined && when >= Date.parse(end)) continue;
    record.case_id = one.case_id;
    addStep(one, when, {
      kind,
      author_id: record.created_by,
      record_table: table,
      record_id: id,
      ...(record.restricted && { restricted_to: record.author_group }),
    });
  }
}

/** Adds the versions of the safety plan. @returns the columns of the case: who is in charge, and the next step */
function addWork(one: OpenCase, opened: number, work: WorkStory) {
  const { setting, student, case_id, steps } = one;
  const { org_id, today, rows } = setting;
  for (const [i, { day, by = 'r8', content }] of (work.plans ?? []).entries()) {
    const [edition, at] = [i + 1, onWeekday(opened + day * DAY_MS) + 5 * HOUR_MS];
    const author_id = setting.userOf(by, student);
    rows.safety_plans.push({
      org_id,
      plan_id: `sp${case_id}-${edition}`,
      case_id,
      edition,
      author_id,
      at: isoTime(at),
      body: JSON.stringify(content),
    });
    steps.push({ org_id, case_id, kind: 'safety_plan', author_id, at: isoTime(at), body: `安全计划第 ${edition} 版` });
  }
  return {
    owner_id: setting.userOf(work.owner, student),
    next_on: dayAfter(today, work.next.inDays),
    next_text: work.next.text,
  };
}

/** The steps in their order, with their ids. A step that amends refers to the one before it. */
function numbered({ setting: { org_id }, case_id, steps }: OpenCase, stories: readonly StepStory[]): Step[] {
  const inOrder = steps
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .map((one, i): Step => ({
      ...one,
      step_id: `st${org_id}-${case_id.slice(-2)}-${String(i + 1).padStart(2, '0')}`,
    }));
  for (const { amends, body } of stories) {
    const later = amends ? inOrder.findIndex((one) => one.body === body) : 0;
    const [was, is] = [inOrder[later - 1], inOrder[later]];
    if (was && is) is.amends = was.step_id;
  }
  return inOrder;
}

/** Adds a case with its warnings and steps, and links the student's records to it. */
export function addCase(setting: Setting, { student: index, ago, at, warns, steps: stories, work }: CaseStory): void {
  const { org_id, today, enrolled, rows, during } = setting;
  const student = enrolled[index];
  if (!student) return;
  const case_id = `cc${org_id}-${String(rows.crisis_cases.length + 1).padStart(2, '0')}`;
  const one: OpenCase = { setting, student, case_id, steps: [], level: 3 };
  const opened = addWarnings(one, at ?? during(backTo(dayAfter(today, -ago), isSchoolDay)), warns);
  addNotes(one, opened, stories);
  const working = work && addWork(one, opened, work);
  const closing = one.steps.find(({ kind }) => kind === 'close');
  addRecords(one, opened, closing?.at);
  const steps = numbered(one, stories);
  rows.case_steps.push(...steps);
  rows.crisis_cases.push({
    org_id,
    case_id,
    child_id: student.child_id,
    crisis_level: one.level,
    status: closing ? CASE_STATUS.closed : CASE_STATUS.open,
    opened_at: isoTime(opened),
    first_contact_at: steps.find(({ kind }) => isContact(kind))?.at,
    ...(closing && { closed_at: closing.at, closed_by: closing.author_id }),
    ...working,
    version: 1,
    ext: {},
  });
}

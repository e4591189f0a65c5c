import { isoTime } from '../../../../platform/runtime/server/clock.ts';
import { dayAfter } from '../../../../platform/schema/days.ts';
import { VALID_STATUS } from '../../rules/crisis.ts';
import { MINUTE_MS, atWork, isSchoolDay } from './days.ts';
import { EVERYDAY } from './everyday.ts';
import type { CrisisRows } from './rows.ts';
import type { SchoolStories } from './schools.ts';
import type { Setting, Student } from './setting.ts';
import type { WarnStory, Who } from './story.ts';

type Warn = CrisisRows['warns'][number];
type Report = Pick<WarnStory, 'source' | 'category' | 'content' | 'rule' | 'by'>;

/** Days that warnings lie back at most: into last year. */
const REACH = 430;

/** Columns of a warning about which someone decided. */
export function verdictOf(
  { userOf }: Setting,
  student: Student,
  verdict: { at: number; by: Who; reason: string },
): Partial<Warn> {
  const who = userOf(verdict.by, student);
  const at = isoTime(verdict.at);
  return { verified_by: who, verified_at: at, acknowledged_by: who, acknowledged_at: at, reason: verdict.reason };
}

/** Adds a warning, pending unless the verdict says otherwise. */
export function addWarn(
  { org_id, rows: { warns }, placeOf, userOf }: Setting,
  student: Student,
  at: number,
  { source, category, content, rule, by = 'teacher' }: Report,
  verdict: Partial<Warn>,
): Warn {
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
}

/** Adds the warnings outside of cases: pending and invalid ones. */
export function addSingleWarnings(setting: Setting, school: SchoolStories): void {
  const { random, now, today, enrolled, rows, during, userOf } = setting;
  const schoolDays = Array.from({ length: REACH }, (_, i) => dayAfter(today, -1 - i)).filter(isSchoolDay);
  const reported = new Set(rows.warns.map(({ child_id }) => child_id));
  const another = (): Student | undefined => {
    const rest = enrolled.filter(({ child_id }, i) => i > 60 && !reported.has(child_id));
    const found = rest[random.int(0, rest.length - 1)];
    if (found) reported.add(found.child_id);
    return found;
  };
  const own = [...school.own];
  const add = (i: number, at: number, isWaiting: boolean) => {
    const student = enrolled[(i < 2 ? own.shift() : undefined) ?? -1] ?? another();
    if (!student) return;
    const { reason, ...story } = random.pick(EVERYDAY);
    const verified = Math.min(atWork(at + random.int(20, 1800) * MINUTE_MS), now);
    const by = random.chance(0.3) ? 'r14' : 'r8';
    const taken = i % 3 === 2 ? { acknowledged_by: userOf(by, student), acknowledged_at: isoTime(verified) } : {};
    const invalid = {
      valid_status: VALID_STATUS.invalid,
      ...verdictOf(setting, student, { at: verified, by, reason }),
    };
    addWarn(setting, student, at, story, isWaiting ? taken : invalid);
  };
  for (const [i, ago] of school.waiting.entries()) add(i, during(schoolDays[ago - 1] ?? today), true);
  // From last year until some days ago, the more the nearer.
  for (let i = 0; i < school.invalid; i++) {
    const back = 4 + Math.round((i / school.invalid) ** 1.4 * (schoolDays.length - 5));
    add(i, during(schoolDays[back] ?? today), false);
  }
}

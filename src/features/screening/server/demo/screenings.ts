import type { DemoTenant } from '../../../../platform/demo/server/demo.ts';
import { staffLogin, userId } from '../../../../platform/demo/server/people.ts';
import { randomOf, type Random } from '../../../../platform/demo/server/random.ts';
import { ENROLLED } from '../../../../platform/identity/identity.ts';
import { isoTime } from '../../../../platform/runtime/server/clock.ts';
import { dayOf } from '../../../../platform/schema/wall-clock.ts';
import { CONSENT_AGE } from '../../../students/public.ts';
import type { DemoStudent } from '../../../students/server/public.ts';
import { ageOn } from '../../rules/age.ts';
import { isSensitive, SENSITIVE_CONSENT } from '../../rules/sensitive.ts';
import type { DemoPack } from './answer.ts';
import { BUREAU_PLAN, followsPlan } from './bureau-plan.ts';
import { during } from './during.ts';
import { SCHOOL_LIFE } from './own-questionnaire.ts';
import { CESD, GAD7, PHQ9, WHO5 } from './packs.ts';
import type { ScreeningRows } from './rows.ts';
import { addSheet } from './sheets.ts';
import type { SheetRows, Taking } from './taking.ts';

type Exam = ScreeningRows['exams'][number];

/** A screening of the demo. Days count from the seeding. */
interface Story {
  name: string;
  packs: readonly DemoPack[];
  /** Node ids of the class tree, as of the day of the screening. */
  grades: readonly string[];
  from: number;
  to: number;
  status: Exam['status'];
  consentRequired?: boolean;
  /** Shares of those who may answer; the others have not started. */
  submitted: number;
  started: number;
  /** Share of those who are above a cutoff; nobody where absent. */
  troubled?: number;
  /** The answer of the first of them to a sensitive item. */
  critical?: { item: string; value: number };
}

const EVERYBODY = { submitted: 1, started: 1 };
const UNDER_WAY = { submitted: 0.75, started: 0.87 };
const HALF = { submitted: 0.5, started: 0.55 };
const NOBODY = { submitted: 0, started: 0 };

const STORIES: Readonly<Record<string, readonly Story[]>> = {
  '2001': [
    {
      name: '初二年级春季心理健康普查',
      packs: [PHQ9, GAD7],
      grades: ['3-8'],
      from: -215,
      to: -205,
      status: 'closed',
      troubled: 0.05,
      critical: { item: '9', value: 1 },
      ...EVERYBODY,
    },
    {
      name: '秋季心理健康筛查（初一、高一、高三）',
      packs: [WHO5, GAD7],
      grades: ['3-7', '4-10', '4-12'],
      from: -5,
      to: 9,
      status: 'published',
      troubled: 0.02,
      ...UNDER_WAY,
    },
    { name: '高二年级抑郁筛查', packs: [CESD], grades: ['4-11'], from: 30, to: 40, status: 'draft', ...NOBODY },
    {
      name: '高二校园生活小问卷',
      packs: [SCHOOL_LIFE],
      grades: ['4-11'],
      from: -4,
      to: 10,
      status: 'published',
      ...HALF,
    },
  ],
  '2002': [
    {
      name: '高年级幸福感问卷',
      packs: [WHO5],
      grades: ['2-4', '2-5', '2-6'],
      from: -5,
      to: 9,
      status: 'published',
      consentRequired: true,
      ...UNDER_WAY,
    },
  ],
};

function examOf({ spec: { org_id }, demo: { now } }: DemoTenant, story: Story, exam_id: string): Exam {
  const { packs, from, to, status } = story;
  const isDraft = status === 'draft';
  const psychologist = userId(staffLogin(org_id, 8));
  const [created_at, published_at] = [from - 20, from - 7].map((days) => isoTime(during(now, Math.min(days, -2), 600)));
  return {
    org_id,
    exam_id,
    exam_name: story.name,
    scale_ids: packs.map(({ id }) => id),
    scale_versions: isDraft ? {} : Object.fromEntries(packs.map(({ id, version }) => [id, version])),
    starts_at: isoTime(during(now, from, 8 * 60)),
    ends_at: isoTime(during(now, to, 20 * 60)),
    scope: { grade_ids: [...story.grades] },
    consent_text: !isDraft && packs.some(isSensitive) ? SENSITIVE_CONSENT : null,
    consent_required: story.consentRequired ?? false,
    retakes: 0,
    visibility: { student: 'words', guardian: 'words', class_teacher: 'none' },
    duty: [psychologist],
    bureau_plan_id: followsPlan(org_id, exam_id) ? BUREAU_PLAN : null,
    status,
    published_at: isDraft ? null : (published_at ?? null),
    published_by: isDraft ? null : psychologist,
    closed_at: status === 'closed' ? isoTime(during(now, to, 20 * 60)) : null,
    created_by: psychologist,
    created_at: created_at ?? '',
    updated_at: (isDraft ? created_at : published_at) ?? '',
  };
}

/** Classes of students on the first day of a screening. */
function placesOf({ rows: { years = [], enrolments = [] } }: DemoTenant, exam: Exam) {
  const begun = years.find(({ is_current }) => is_current)?.start_on ?? '';
  const isFormer = exam.status === 'closed' || dayOf(Date.parse(exam.starts_at)) < begun;
  const former = new Map(isFormer ? enrolments.map((one) => [one.child_id, one]) : []);
  return ({ child_id, class: own }: DemoStudent): Taking['place'] | undefined => {
    if (!isFormer) return { class_id: own.class_id, class_name: own.name, period: own.period.period, grade: own.grade };
    const then = former.get(child_id);
    return then && { class_id: then.class_id, class_name: then.class_name, period: then.period, grade: then.grade };
  };
}

/** Account of one guardian of each child, by child. */
const guardiansOf = ({ rows: { guardians = [], guardian_children = [] } }: DemoTenant): ReadonlyMap<string, string> => {
  const accounts = new Map(guardians.map(({ guardian_id, user_id }) => [guardian_id, user_id]));
  const links = guardian_children.map(({ guardian_id, child_id }) => [child_id, accounts.get(guardian_id)] as const);
  return new Map(links.flatMap(([child, user]) => (user === undefined ? [] : [[child, user]])));
};

/** When a student began, in school hours of a day that is over; undefined where not yet. */
const startOf = ({ from, to }: Story, now: number, random: Random): number =>
  during(now, random.int(from, Math.min(to, -1)), 8 * 60 + random.int(10, 540));

function addSheets(tenant: DemoTenant, story: Story, exam: Exam, rows: SheetRows): void {
  const { now } = tenant.demo;
  const random = randomOf(`screening ${exam.exam_id}`);
  const placeOf = placesOf(tenant, exam);
  const guardians = guardiansOf(tenant);
  const other = randomOf(`troubled ${exam.exam_id}`);
  let [submitted, troubled] = [0, 0];
  for (const student of tenant.students ?? []) {
    const place = placeOf(student);
    if (student.study_status !== ENROLLED || !place || !story.grades.includes(`${place.period}-${place.grade}`))
      continue;
    const needsConsent = exam.consent_required || ageOn(student.born_on, exam.starts_at) < CONSENT_AGE;
    const guardian = guardians.get(student.child_id);
    // The first student demonstrates a sheet that is open and not started.
    const isFirst = student.n === 1 && exam.status === 'published';
    const drawn = { consents: random.chance(0.9), turn: random.next(), at: startOf(story, now, random) };
    const consents = exam.status === 'closed' || isFirst || (guardian !== undefined && drawn.consents);
    const mayStart = (!needsConsent || consents) && !isFirst;
    const isSubmitted = mayStart && drawn.turn < story.submitted;
    if (isSubmitted) submitted += 1;
    const isHasty =
      isSubmitted && submitted === 1 && exam.status === 'published' && story.packs.some(({ kind }) => kind === 'scale');
    const isTroubled = other.chance(story.troubled ?? 0) && isSubmitted && !isHasty;
    if (isTroubled) troubled += 1;
    const taking = {
      exam,
      packs: story.packs,
      student,
      place,
      needsConsent,
      consent: needsConsent && consents ? { at: during(now, story.from - 3, 19 * 60 + 30), guardian } : undefined,
      startedAt: mayStart && drawn.turn < story.started ? drawn.at : undefined,
      isSubmitted,
      isHasty,
      isTroubled,
      ...(isTroubled && troubled === 1 && { critical: story.critical }),
    };
    addSheet(rows, taking, random);
  }
}

/** Screenings of a school: what each is about, and a sheet for each student of those that are not drafts. */
export function screeningsOf(tenant: DemoTenant): Pick<ScreeningRows, 'exams' | Exclude<keyof SheetRows, 'screened'>> {
  const { org_id } = tenant.spec;
  const { screened, ...sheets }: SheetRows = {
    exam_sheets: [],
    exam_results: [],
    exam_consents: [],
    screening_hits: [],
    screened: [],
  };
  const exams = (STORIES[org_id] ?? []).map((story, i) => {
    const exam = examOf(tenant, story, `ex${org_id}-${i + 1}`);
    if (exam.status !== 'draft') addSheets(tenant, story, exam, { ...sheets, screened });
    return exam;
  });
  tenant.screened = screened;
  return { exams, ...sheets };
}

import type { DemoPart, DemoTenant } from '../../../platform/demo/server/demo.ts';
import { userId } from '../../../platform/demo/server/people.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { CASE_STATUS } from '../../crisis/public.ts';
import { draftOf, type LibraryText } from '../rules/draft.ts';
import type { Identifiers } from '../rules/identifiers.ts';
import { LIBRARY_STATUS } from '../rules/status.ts';

interface LibraryRows {
  library_links: { org_id: string; library_id: string; child_id: string; case_id: string }[];
  library_cases: (LibraryText & {
    org_id: string;
    library_id: string;
    status: number;
    category_id: string;
    crisis_level: number;
    period?: number;
    created_by: string;
    submitted_by?: string;
    released_by?: string;
    released_month?: string;
    ext: Record<string, unknown>;
  })[];
}
declare module '../../../platform/demo/server/rows.ts' {
  interface DemoRows extends LibraryRows {}
}

type Case = NonNullable<DemoTenant['rows']['crisis_cases']>[number];

/** The first school has prepared three closed cases; the last one waits for a review. */
const SCHOOL = '2001';
const LESSONS = [
  '及早与家长约定具体的、能检查的做法，比一次长谈更有用。\n随访的日期写进下一步，到期有提醒，没有断档。',
  '先稳定睡眠和作息，再谈学习上的压力。\n同伴的安排要征得学生同意，人数不宜多。',
  '',
];
const [RELEASED, WAITING] = [LIBRARY_STATUS.released, LIBRARY_STATUS.submitted];
const DAY_MS = 86_400_000;

function knownOf(period: number | undefined, { opened_at }: Case): Identifiers {
  const stage = period === undefined ? '在校' : labelOf('class_period', period);
  return {
    child: { name: '', pinyin: '' },
    guardians: [],
    staff: [],
    classmates: [],
    classes: [],
    orgs: [],
    numbers: [],
    addresses: [],
    stage,
    openedOn: dayOf(Date.parse(opened_at)),
  };
}

function textsOf({ rows }: DemoTenant, one: Case, category: string, period: number | undefined): LibraryText {
  const steps = (rows.case_steps ?? [])
    .filter(({ case_id, restricted_to, body }) => case_id === one.case_id && restricted_to === undefined && body)
    .toSorted((a, b) => a.at.localeCompare(b.at));
  const told = (kind: string) => !['report', 'verify', 'owner', 'next_step', 'safety_plan', 'close'].includes(kind);
  return draftOf(
    {
      category: labelOf('crisis_category', category),
      level: labelOf('crisis_level', one.crisis_level),
      closedOn: dayOf(Date.parse(one.closed_at ?? one.opened_at)),
      warnings: (rows.warns ?? [])
        .filter(({ case_id }) => case_id === one.case_id)
        .map(({ warn_content, reason = '' }) => ({ content: warn_content, reason })),
      steps: steps
        .filter(({ kind }) => told(kind))
        .map(({ at, kind, body = '' }) => ({
          on: dayOf(Date.parse(at)),
          kind: labelOf('case_step_kind', kind),
          text: body,
        })),
      closing: steps.find(({ kind }) => kind === 'close')?.body ?? '',
    },
    knownOf(period, one),
  );
}

export const demo: DemoPart = {
  after: ['students', 'crisis'],
  rows(tenant) {
    const { spec, demo: world, rows } = tenant;
    const org_id = spec.org_id;
    if (org_id !== SCHOOL) return {};
    const closed = (rows.crisis_cases ?? [])
      .filter(({ status }) => status === CASE_STATUS.closed)
      .slice(0, LESSONS.length);
    const released_month = dayOf(world.now - 20 * DAY_MS).slice(0, 7);
    const [author, reviewer] = [userId(`o${org_id}r8`), userId(`o${org_id}r5`)];
    const made = closed.map((one, i) => {
      const warn = (rows.warns ?? []).find(({ case_id, category_id }) => case_id === one.case_id && category_id);
      const [category_id, period] = [warn?.category_id ?? 'other', warn?.period];
      const isReleased = i < closed.length - 1;
      return {
        org_id,
        library_id: `lib${org_id}-${i + 1}`,
        status: isReleased ? RELEASED : WAITING,
        category_id,
        crisis_level: one.crisis_level,
        ...(period !== undefined && { period }),
        ...textsOf(tenant, one, category_id, period),
        lessons: LESSONS[i] ?? '',
        created_by: author,
        submitted_by: author,
        ...(isReleased && { released_by: reviewer, released_month }),
        ext: {},
      };
    });
    return {
      library_links: made.map(({ library_id }, i) => ({
        org_id,
        library_id,
        child_id: closed[i]?.child_id ?? '',
        case_id: closed[i]?.case_id ?? '',
      })),
      library_cases: made,
    };
  },
};

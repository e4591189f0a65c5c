import type { DemoPart, DemoTenant } from '../../../../platform/demo/server/demo.ts';
import { staffLogin, userId } from '../../../../platform/demo/server/people.ts';
import { randomOf } from '../../../../platform/demo/server/random.ts';
import type { DemoRows } from '../../../../platform/demo/server/rows.ts';
import { IDENTITY, ORG_TYPE } from '../../../../platform/identity/identity.ts';
import type { RichText } from '../../../../platform/rich-text/rich-text.ts';
import { isoTime } from '../../../../platform/runtime/server/clock.ts';
import { momentOf } from '../../../../platform/schema/days.ts';
import { minuteOf } from '../../../../platform/schema/wall-clock.ts';
import { MOMENTS } from '../publish.ts';
import { documentOf, INSTITUTION_TEXTS, SCHOOL_TEXTS, type DemoReaders, type DemoText } from './texts.ts';

declare module '../../../../platform/demo/server/rows.ts' {
  interface DemoRows {
    announcements: {
      org_id: string;
      announcement_id: string;
      kind: string;
      title: string;
      summary: string;
      content: RichText;
      role_ids: number[];
      to_students: boolean;
      to_guardians: boolean;
      grades: string[];
      class_ids: string[];
      all_schools: boolean;
      school_ids: string[];
      pinned: boolean;
      banner: boolean;
      notifies: boolean;
      status: string;
      publisher_name?: string;
      publish_at?: string;
      published_at?: string;
      published_by?: string;
      closed: boolean;
      withdrawn_at?: string;
      withdrawn_by?: string;
      withdraw_reason?: string;
      created_by: string;
      updated_by: string;
      version: number;
      created_at: string;
      updated_at: string;
    }[];
    announcement_reads: { org_id: string; announcement_id: string; user_id: string; read_at: string }[];
    announcement_deliveries: {
      org_id: string;
      announcement_id: string;
      publisher_id: string;
      state: string;
      after_user: string;
      people: number;
    }[];
    jobs: { kind: string; tenant: string; run_after: string }[];
  }
}

/** Tenants with texts: the institution, and two of its schools. */
const SHOWN: readonly string[] = ['1001', '2001', '2002'];
const WRITERS: Readonly<Record<number, number>> = { [ORG_TYPE.institution]: 1, [ORG_TYPE.school]: 4 };
const OWN_ROLES = [1, 2, 3, 13];
const SCHOOL_ROLES = [4, 5, 7, 8, 9, 10, 12, 14];
const PSYCHOLOGISTS = [8, 13];
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Share of the staff who have read what is older than a day. */
const READ_SHARE = 0.6;

const roles: Readonly<Record<DemoReaders, readonly number[]>> = {
  staff: SCHOOL_ROLES,
  everyone: SCHOOL_ROLES,
  guardians: [],
  institution: [...OWN_ROLES, ...SCHOOL_ROLES],
  'school-staff': PSYCHOLOGISTS,
};

function rowOf({ spec, demo }: DemoTenant, text: DemoText, n: number): DemoRows['announcements'][number] {
  const { org_id } = spec;
  const writer = userId(staffLogin(org_id, WRITERS[spec.org_type] ?? 0));
  const day = minuteOf(demo.now - text.daysAgo * DAY_MS).slice(0, 10);
  const moment = momentOf(day, text.time);
  const at = isoTime(moment);
  const written = isoTime(Math.min(moment, demo.now) - 2 * HOUR_MS);
  const out = text.status === 'published' || text.status === 'withdrawn';
  return {
    org_id,
    announcement_id: `an${org_id}-${n}`,
    kind: text.kind,
    title: text.title,
    summary: text.summary,
    content: documentOf(text.lines),
    role_ids: [...roles[text.readers]],
    to_students: text.readers === 'everyone',
    to_guardians: text.readers === 'everyone' || text.readers === 'guardians',
    grades: [],
    class_ids: [],
    all_schools: spec.org_type === ORG_TYPE.institution,
    school_ids: [],
    pinned: text.pinned === true,
    banner: text.banner === true,
    notifies: text.kind === 'announcement',
    status: text.status,
    ...(out && { publisher_name: spec.org_name, published_at: at }),
    ...(text.status === 'scheduled' && { publish_at: at }),
    published_by: writer,
    closed: false,
    ...(text.withdrawn !== undefined && {
      withdrawn_at: isoTime(moment + 20 * HOUR_MS),
      withdrawn_by: writer,
      withdraw_reason: text.withdrawn,
    }),
    created_by: writer,
    updated_by: writer,
    version: 1,
    created_at: written,
    updated_at: written,
  };
}
type Row = ReturnType<typeof rowOf>;

/** Accounts that a text of a tenant reaches in a tenant. */
const reachedBy = (people: DemoTenant['people'], row: Row): string[] => [
  ...new Set(
    people
      .filter(({ identity, role_id = 0 }) =>
        identity === IDENTITY.staff
          ? row.role_ids.includes(role_id)
          : identity === IDENTITY.student
            ? row.to_students
            : row.to_guardians,
      )
      .map(({ login }) => userId(login)),
  ),
];

/** Some of the staff have read what is older than a day. */
function readsOf({ spec: { org_id }, people, demo }: DemoTenant, rows: readonly Row[]): DemoRows['announcement_reads'] {
  const random = randomOf(`announcements ${org_id}`);
  const staff = new Set(people.filter(({ identity }) => identity === IDENTITY.staff).map(({ login }) => userId(login)));
  return rows.flatMap((row) => {
    const at = Date.parse(row.published_at ?? '');
    if (!(at < demo.now - DAY_MS)) return [];
    return reachedBy(people, row)
      .filter((id) => staff.has(id) && random.chance(READ_SHARE))
      .map((user_id) => ({
        org_id,
        announcement_id: row.announcement_id,
        user_id,
        read_at: isoTime(at + random.int(1, 23) * HOUR_MS),
      }));
  });
}

/** A few announcements and articles: one is withdrawn, one waits for its time. */
export const demo: DemoPart = {
  after: ['students', 'guardians', 'staff'],
  rows(tenant) {
    const { spec, demo: whole } = tenant;
    if (!SHOWN.includes(spec.org_id)) return {};
    const institution = spec.org_type === ORG_TYPE.institution;
    const rows = (institution ? INSTITUTION_TEXTS : SCHOOL_TEXTS).map((text, i) => rowOf(tenant, text, i + 1));
    const published = rows.filter(({ status }) => status === 'published');
    const above = whole.tenants.get(spec.parent_org_id ?? '');
    const fromAbove = (above && SHOWN.includes(above.spec.org_id) ? INSTITUTION_TEXTS : []).flatMap((text, i) =>
      above ? [rowOf(above, text, i + 1)] : [],
    );
    const next = rows.find(({ status }) => status === 'scheduled')?.publish_at;
    return {
      announcements: rows,
      announcement_reads: readsOf(tenant, rows),
      announcement_deliveries: [...published, ...fromAbove].map((row) => ({
        org_id: spec.org_id,
        announcement_id: row.announcement_id,
        publisher_id: row.org_id,
        state: 'done',
        after_user: '',
        people: reachedBy(tenant.people, row).length,
      })),
      ...(next !== undefined && { jobs: [{ kind: MOMENTS, tenant: spec.org_id, run_after: next }] }),
    };
  },
};

import { beforeAll } from 'vitest';
import { insertAll, insertTenant } from '../../src/app/server/demo/seed.ts';
import type { DemoRows } from '../../src/platform/demo/server/rows.ts';
import type { SharedState } from '../../src/platform/state/server/shared-state.ts';
import { md5, type Answer } from './client.ts';
import type { DatabaseKind } from './databases.ts';
import { startServer, useServer, type ServerOptions, type TestServer } from './server.ts';

export const PASSWORD = 'Right-2026!';
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const AGES_AGO = '2026-09-01T00:00:00Z';

const STAFF = 3;
const PARENT = 2;
const STUDENT = 1;

const tenant = (
  org_id: string,
  org_name: string,
  org_type: number,
  edu_level: number | undefined,
  rows: Partial<DemoRows>,
): Partial<DemoRows> => ({
  orgs: [
    {
      org_id,
      org_name,
      org_type,
      edu_level,
      service_type: 2,
      product_status: 0,
      account_expire_at: '2029-01-01T00:00:00Z',
      available_quota: 10,
      total_quota: 100,
    },
  ],
  org_settings: [{ org_id, consulting_offline_open: false, auto_create_user: true }],
  ...rows,
});

const staff = (org_id: string, user_id: string, role_id?: number, role_extend: Record<string, unknown> = {}) => ({
  org_id,
  user_id,
  identity: STAFF,
  role_id,
  role_extend,
});
const other = (org_id: string, user_id: string, identity: number) => ({ org_id, user_id, identity, role_extend: {} });

const student = (org_id: string, n: number, class_id: string | undefined, study_status: number, user_id?: string) => ({
  org_id,
  child_id: `ch${org_id}-${n}`,
  student_id: `st${org_id}-${n}`,
  class_id,
  child_name: `学生${n}`,
  name_pinyin: 'xs',
  student_no: `${org_id}${n}`,
  sex: 1,
  born_on: '2014-01-01',
  study_status,
  user_id,
  ext: {},
  created_at: AGES_AGO,
  updated_at: AGES_AGO,
});
const guardian = (org_id: string, user_id: string) => ({
  org_id,
  guardian_id: user_id,
  guardian_name: `${user_id}家长`,
  name_pinyin: 'jz',
  user_id,
  ext: {},
});
const klass = (org_id: string, class_id: string, year_id: string, period: number, grade: number, class_no: number) => ({
  org_id,
  class_id,
  year_id,
  period,
  grade,
  class_no,
  class_name: `${class_id}班`,
  ext: {},
  created_at: AGES_AGO,
  updated_at: AGES_AGO,
});
const year = (org_id: string, year_id: string, begins: number, is_current: boolean) => ({
  org_id,
  year_id,
  year_name: `${begins}-${begins + 1}学年`,
  start_on: `${begins}-09-01`,
  end_on: `${begins + 1}-08-31`,
  is_current,
});

const people: readonly [user_id: string, mobile?: string][] = [
  ['admin', '13800000001'],
  ['multi'],
  ['plain'],
  ['student'],
  ['parent'],
  ['mixed'],
  ['nobody'],
  ['head'],
  ['teacher'],
  ['bureau'],
  ['closed'],
];

const tenants = {
  S1: tenant('S1', '第一中学', 2, 1, {
    org_features: ['ai', 'exam', 'Intervene_consulting'].map((feature) => ({ org_id: 'S1', feature })),
    sites: [
      { org_id: 'S1', host: 'psy.first.example', is_custom: true, site_name: '一中心育', company_slogan: '用心' },
    ],
    years: [year('S1', 'y25', 2025, false), year('S1', 'y26', 2026, true)],
    edu_structures: [
      { org_id: 'S1', period: 3, edu_type: 2, grades: [7, 8, 9] },
      { org_id: 'S1', period: 4, grades: [10, 11, 12] },
    ],
    classes: [
      klass('S1', 'a2', 'y26', 3, 7, 2),
      klass('S1', 'a1', 'y26', 3, 7, 1),
      klass('S1', 'b1', 'y26', 3, 8, 1),
      klass('S1', 'h1', 'y26', 4, 10, 1),
      klass('S1', 'old', 'y25', 3, 7, 1),
    ],
    students: [student('S1', 1, 'a1', 1, 'student'), student('S1', 2, 'b1', 1), student('S1', 3, undefined, 1)],
    memberships: [
      staff('S1', 'admin', 4),
      staff('S1', 'multi', 8),
      staff('S1', 'multi', 10, { class_ids: ['a1'] }),
      staff('S1', 'plain'),
      staff('S1', 'head', 9, { grade_combos: [{ period: 3, grade: 7 }] }),
      staff('S1', 'teacher', 10, { class_ids: ['b1'] }),
      staff('S1', 'mixed', 7),
      other('S1', 'student', STUDENT),
      other('S1', 'parent', PARENT),
    ],
    guardians: [guardian('S1', 'parent')],
    guardian_children: [{ org_id: 'S1', guardian_id: 'parent', child_id: 'chS1-1', relation: 1 }],
  }),
  S2: tenant('S2', '师范学院', 2, 3, {
    students: [student('S2', 1, undefined, 4, 'student'), student('S2', 2, undefined, 3)],
    memberships: [
      staff('S2', 'multi', 4),
      staff('S2', 'multi', 7),
      other('S2', 'student', STUDENT),
      other('S2', 'parent', PARENT),
      other('S2', 'mixed', PARENT),
    ],
    guardians: [guardian('S2', 'parent'), guardian('S2', 'mixed')],
    guardian_children: [
      { org_id: 'S2', guardian_id: 'parent', child_id: 'chS2-2', relation: 1 },
      { org_id: 'S2', guardian_id: 'mixed', child_id: 'chS2-1', relation: 2 },
    ],
  }),
  B1: tenant('B1', '教育局', 1, undefined, { memberships: [staff('B1', 'bureau', 1)] }),
};

/** Two schools, a bureau and a few people, whose ids are their login names and whose password is `Right-2026!`. */
export async function populate({ db, services: { passwords } }: TestServer): Promise<void> {
  const password_hash = await passwords.hash(md5(PASSWORD));
  const accounts = people.map(([user_id, mobile]) => ({
    user_id,
    login_name: user_id,
    login_key: user_id,
    password_hash,
    real_name: `${user_id}老师`,
    sex: 2,
    mobile,
    enabled: true,
    created_at: AGES_AGO,
    updated_at: AGES_AGO,
  }));
  await db.admin(async (run) => {
    await run('begin');
    await insertAll(run, 'accounts', accounts);
    for (const [orgId, rows] of Object.entries(tenants)) await insertTenant(run, orgId, rows);
    await run('commit');
  });
}

/** A server over that world, for the tests of the current `describe` or file. */
export function useWorld(kind: DatabaseKind, options: Omit<ServerOptions, 'seed'> = {}): () => TestServer {
  const server = useServer(kind, { ...options, seed: false });
  beforeAll(() => populate(server()));
  return server;
}

/** `data` of an answer, as the contract types it. */
export const dataOf = <T>(answer: Answer): T => answer.data as T;
/** The message of a failure. */
export const messageOf = (answer: Answer): string => (answer.json as { message: string }).message;

/** Another process of the same installation: the same database, clock and shared state. */
export const anotherProcess = (
  { db, clock, services: { state } }: TestServer,
  options: Omit<ServerOptions, 'services'> = {},
): Promise<TestServer> => startServer(db, { ...options, services: { state: withoutClosing(state) } }, clock);

/** So that one process can end while the other continues. */
function withoutClosing(state: SharedState): SharedState {
  return new Proxy(state, {
    get: (target, key) =>
      key === 'close'
        ? async () => undefined
        : (Reflect.get(target, key) as (...args: unknown[]) => unknown).bind(target),
  });
}

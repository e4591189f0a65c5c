import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createOrg } from '../../../../src/features/tenants/server/new-organisations/create-org.ts';
import { OrgFileError, readOrgFile } from '../../../../src/features/tenants/server/new-organisations/org-file.ts';
import { terminalOperator } from '../../../../src/features/tenants/server/public.ts';
import { createPasswords } from '../../../../src/platform/identity/server/passwords.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const NOW = Date.parse('2026-11-22T00:00:00Z');
const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu-org-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = path.join(folder, 'school.json');

const SCHOOL = {
  org_id: '3001',
  org_name: '清河区第二中学',
  kind: '学校',
  edu_level: '基础教育',
  stages: [{ period: '初中', system: '五四制' }],
  service: { type: '试用', until: '2027-08-31' },
  administrator: { login_name: 'first-admin', real_name: '王老师' },
};
const BUREAU = {
  org_id: '1009',
  org_name: '清河区教育局',
  kind: '机构',
  service: { type: '正式服务', until: '2027-08-31' },
  administrator: { login_name: 'bureau-admin', real_name: '李老师' },
};

const read = (content: unknown, text = JSON.stringify(content)) => {
  writeFileSync(file, text);
  return readOrgFile(file, NOW, ['portal.example.cn']);
};
const problems = (content: unknown, text?: string): string[] => {
  try {
    read(content, text);
    return [];
  } catch (error) {
    if (!(error instanceof OrgFileError)) throw error;
    return error.findings.map(({ pointer, reason, fix }) => `${pointer} ${reason}：${fix}`);
  }
};

test('a file becomes the codes of the database, with all grades of a period and the end of the day in China', () => {
  expect(read(SCHOOL)).toMatchObject({
    org: { org_type: 2, edu_level: 1, service_type: 1, account_expire_at: '2027-08-31T15:59:59.999Z', features: [] },
    stages: [{ period: 3, edu_type: 1, grades: [6, 7, 8, 9] }],
    site: { site_name: '心理健康教育智慧平台', host: null },
  });
  expect(read(BUREAU)).toMatchObject({ org: { org_type: 1 }, stages: [] });
});

test('each mistake is named at its place, all of them at once', () => {
  expect(
    problems({
      ...SCHOOL,
      org_id: '0001',
      kind: '校园',
      orgname: 'x',
      student_accounts: '100',
      features: ['archive'],
      stages: [{ period: '初中', grades: ['大一', '一班'] }, {}],
      administrator: { login_name: '王' },
    })
      .map((text) => text.replace(/(？)可以写 .*/, '$1'))
      .sort(),
  ).toEqual(
    [
      '/org_id 单位编号不符合要求：4 至 12 位数字，不以 0 开头；以后不能修改',
      '/kind "校园" 不在单位类型的选项中：可以写 机构、学校',
      '/orgname 没有 orgname 这一项：是不是 org_name？',
      '/student_accounts 学生账号名额的类型不对：应为一个整数，不加引号',
      '/features/0 "archive" 不在软件功能的选项中：是不是 archives？',
      '/stages/0/grades/1 "一班" 不在年级的选项中：是不是 小班？',
      '/stages/1 缺少 period（学段）：在这里加上 "period"',
      '/administrator 缺少 real_name（姓名）：在这里加上 "real_name"',
      '/administrator/login_name 登录名不符合要求：4 至 32 个字符，以字母开头，只能用字母、数字、点、横线和下划线',
    ].sort(),
  );
});

test('parts that do not fit together are refused', () => {
  expect(problems({ ...SCHOOL, stages: [{ period: '小学', system: '五四制', grades: ['六年级'] }] })).toEqual([
    '/stages/0/grades/0 小学没有六年级：可以写 一年级、二年级、三年级、四年级、五年级',
  ]);
  expect(problems({ ...SCHOOL, stages: [{ period: '大学', system: '六三制' }] })).toEqual([
    '/stages/0/system 大学不分学制：去掉 system',
  ]);
  const { stages: _stages, ...without } = SCHOOL;
  expect(problems(without)).toEqual([' 学校缺少 stages（学段和年级）：在这里加上 "stages"']);
  expect(problems({ ...BUREAU, parent: '1001' })).toEqual(['/parent 机构没有 parent，只有学校有：去掉 parent']);
  expect(problems({ ...SCHOOL, service: { type: '试用', until: '2027-02-30' } })).toEqual([
    '/service/until 2027-02-30 不是日期：写一个存在的日期，例如 2027-08-31',
  ]);
  expect(problems({ ...SCHOOL, service: { type: '试用', until: '2026-11-21' } })).toEqual([
    '/service/until 2026-11-21 已经过去：写今天或以后的日期',
  ]);
  expect(problems({ ...SCHOOL, site: { host: 'portal.example.cn' } })).toEqual([
    '/site/host portal.example.cn 不能用：这是平台共用的域名，请换一个',
  ]);
});

test('a file that is missing or no JSON is refused with the place', () => {
  expect(problems(undefined, '{\n  "org_id": \n}')[0]).toMatch(/^ 不是 JSON：第 3 行第 \d 列附近有错/);
  expect(() => readOrgFile(path.join(folder, 'none.json'), NOW, [])).toThrow(OrgFileError);
});

describeApi('creating an organisation beside others', (kind) => {
  const server = useServer(kind);
  const create = async (content: unknown) => {
    const { services } = server();
    const parts = { ...services, passwords: await createPasswords({ memoryCost: 8, timeCost: 1 }) };
    return createOrg(parts, read(content), { by: terminalOperator('somebody') });
  };
  const refusal = async (content: unknown): Promise<string[]> => {
    const error: unknown = await create(content).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof OrgFileError)) throw error;
    return error.findings.map(({ pointer, reason }) => `${pointer} ${reason}`);
  };

  test('under an institution, whose administrators see the school and may enter it', async () => {
    const made = await create({ ...SCHOOL, parent: '1001' });
    expect(made).toMatchObject({ outcome: 'created', roleName: '超级管理员' });
    const bureau = (await server().client.signIn('o1001r1')).withRole(1001, 1);
    const { data } = await bureau.get(`/v1/portal/institutions/schools?school_name=${encodeURIComponent('清河区')}`);
    expect(data).toMatchObject({ total: 1, items: [{ school_name: '清河区第二中学' }] });
    expect(await create({ ...SCHOOL, parent: '1001' })).toEqual({ outcome: 'present' });
  });

  test('an institution gets a super administrator of its own', async () => {
    expect(await create(BUREAU)).toMatchObject({ outcome: 'created', roleName: '机构超级管理员' });
  });

  test('what the database already has is refused at its place, and nothing is stored', async () => {
    const other = { ...SCHOOL, org_id: '3002', administrator: { login_name: 'second-admin', real_name: '赵老师' } };
    expect(await refusal({ ...other, org_id: '2001' })).toEqual(['/org_id 2001 已是青禾市第一中学的编号']);
    expect(await refusal({ ...other, parent: '4711' })).toEqual(['/parent 没有编号为 4711 的单位']);
    expect(await refusal({ ...other, parent: '2001' })).toEqual(['/parent 青禾市第一中学是学校，不能作上级']);
    expect(await refusal({ ...other, administrator: { login_name: 'O2001R4', real_name: '赵老师' } })).toEqual([
      '/administrator/login_name 登录名 O2001R4 已被使用',
    ]);
    expect(await refusal({ ...other, site: { host: 'edu.qinghe.example' } })).toEqual([
      '/site/host 域名 edu.qinghe.example 已被其他单位使用',
    ]);
    expect(await create(other)).toMatchObject({ outcome: 'created' });
  });
});

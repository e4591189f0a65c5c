import { beforeAll, expect, it } from 'vitest';
import { ORG_COLUMNS } from '../../../../src/features/tenants/server/new-organisations/sheet-columns.ts';
import { openSheets } from '../../../../src/platform/sheets/server/read-rows.ts';
import { refusalOf, rowsOf } from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { OPERATOR_PASSWORD, operatorOf } from '../../../support/operator.ts';
import { useServer } from '../../../support/server.ts';

const LIST = '/v1/platform/organisations';
const SCHOOL = {
  org_id: '3001',
  org_name: '清河区第二中学',
  kind: '学校',
  parent: '1001',
  edu_level: '基础教育',
  stages: [{ period: '初中', system: '六三制' }],
  service: { type: '试用', until: '2027-08-31' },
  administrator: { login_name: 'qh2z-admin', real_name: '王老师' },
};
const ROW: Readonly<Record<string, string>> = {
  单位编号: '3002',
  单位名称: '清河区第三中学',
  单位类型: '学校',
  教育阶段: '基础教育',
  学段: '初中',
  服务类型: '试用',
  服务到期日: '2027-08-31',
  管理员登录名: 'qh3z-admin',
  管理员姓名: '李老师',
};
const titles = ORG_COLUMNS.map(({ header }) => header);
const sheet = (...rows: Readonly<Record<string, string>>[]) =>
  Buffer.from(
    [titles, ...rows.map((row) => titles.map((title) => row[title] ?? ''))].map((line) => line.join()).join('\n'),
  );

describeApi('new organisations on the operator’s page', (kind) => {
  const server = useServer(kind);
  let unproved: Client;
  let operator: Client;
  beforeAll(async () => {
    unproved = await operatorOf(server(), 'founder-1');
    operator = await unproved.verified(OPERATOR_PASSWORD);
  });
  const create = (document: unknown, client = operator) => client.post(LIST, { document });
  const send = (what: 'preview' | 'create', bytes: Buffer, client = operator) =>
    client.post(`${LIST}/sheet/${what}`, bytes);

  it('are created after a second proof, with an administrator who must replace the password', async () => {
    expect((await create(SCHOOL, unproved)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    const made = await create(SCHOOL);
    expect(made.status).toBe(201);
    expect(made.data).toMatchObject({ org_id: '3001', login_name: 'qh2z-admin', real_name: '王老师' });
    await expect(server().client.signIn('qh2z-admin', 'Demo-2026!')).rejects.toThrow('AC_WRONG_PASSWORD');
    const client = await server().client.signInFirst('qh2z-admin', made.data.password);
    expect((await client.get('/v1/users/info')).data.orgs).toMatchObject([{ org_id: '3001' }]);
    expect((await operator.get(LIST)).data.items).toContainEqual(
      expect.objectContaining({ org_id: '3001', parent_org_id: '1001' }),
    );
    const logged = await rowsOf(server(), "select after from audit_logs where org_id = '99' and row_id = '3001'");
    expect(JSON.stringify(logged)).toContain('qh2z-admin');
    expect(JSON.stringify(logged)).not.toContain(made.data.password);
  });

  it('are not created twice, and each problem is named at its place', async () => {
    expect((await create(SCHOOL)).code).toBe('PSY_CONFLICT');
    const { org_id: _, ...rest } = SCHOOL;
    const wrong = await create({
      ...rest,
      org_id: '03',
      parent: '2001',
      service: { type: '试用', until: '2020-01-01' },
    });
    expect(wrong.status).toBe(400);
    expect(refusalOf(wrong).details).toContainEqual(expect.objectContaining({ field: '/org_id' }));
    const later = await create({ ...rest, org_id: '3009', service: { type: '试用', until: '2020-01-01' } });
    expect(refusalOf(later).details).toMatchObject([{ field: '/service/until' }]);
    const below = await create({ ...rest, org_id: '3009', parent: '2001' });
    expect(refusalOf(below).details).toMatchObject([{ field: '/parent' }]);
    const taken = await create({ ...rest, org_id: '3009' });
    expect(refusalOf(taken).details).toMatchObject([{ field: '/administrator/login_name' }]);
    expect((await operator.get(LIST)).data.items).not.toContainEqual(expect.objectContaining({ org_id: '3009' }));
  });

  it('are created once by two requests at the same time', async () => {
    const document = { ...SCHOOL, org_id: '3005', administrator: { login_name: 'at-once', real_name: '赵老师' } };
    const answers = await Promise.all([create(document), create(document)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, expect.any(Number)]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it('come from a sheet, after a preview that stores nothing', async () => {
    const template = await operator.get(`${LIST}/sheet/template`);
    const [first] = (await openSheets(new Uint8Array(template.body))).sheets;
    for await (const { cells } of first?.rows() ?? []) {
      expect(cells.slice(0, 3)).toEqual(titles.slice(0, 3));
      break;
    }
    const file = sheet(ROW, { ...ROW, 单位编号: '3001', 单位名称: '清河区第二中学', 管理员登录名: 'not-used' });
    const preview = await send('preview', file);
    expect(preview.data.rows).toMatchObject([
      { no: 2, outcome: 'new', org_id: '3002' },
      { no: 3, outcome: 'present', org_id: '3001' },
    ]);
    expect(await rowsOf(server(), "select 1 from orgs where org_id = '3002'")).toEqual([]);
    const made = await send('create', file);
    expect(made.data.rows).toMatchObject([{ outcome: 'created', login_name: 'qh3z-admin' }, { outcome: 'present' }]);
    expect(made.data.rows[1]).not.toHaveProperty('password');
    await server().client.signInFirst('qh3z-admin', made.data.rows[0].password);
  });

  it('are not created at all when one row of the sheet is wrong, or the file is none', async () => {
    const file = sheet({ ...ROW, 单位编号: '3003', 管理员登录名: 'qh4z-admin' }, { ...ROW, 单位编号: '0' });
    const preview = await send('preview', file);
    expect(preview.data.rows[1]).toMatchObject({ outcome: 'refused', problems: [{ column: '单位编号' }] });
    expect((await send('create', file)).code).toBe('PSY_CONFLICT');
    expect(await rowsOf(server(), "select 1 from orgs where org_id = '3003'")).toEqual([]);
    for (const bytes of [Buffer.from('单位名称\n一'), Buffer.from([0x50, 0x4b, 3, 4, 0]), sheet()])
      expect([(await send('preview', bytes)).status, (await send('create', bytes)).status]).toEqual([400, 400]);
    const many = Array.from({ length: 101 }, (_, i) => ({
      ...ROW,
      单位编号: String(4000 + i),
      管理员登录名: `many-${i}`,
    }));
    expect(refusalOf(await send('preview', sheet(...many))).message).toContain('100');
  });

  it('are nobody else’s to create', async () => {
    const leader = (await server().client.signIn('o1001r1')).withRole(1001, 1);
    expect((await create(SCHOOL, leader)).code).toBe('AC_FORBIDDEN');
    expect((await send('create', sheet(ROW), leader)).code).toBe('AC_FORBIDDEN');
  });
});

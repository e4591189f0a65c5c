import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { template } from '../../../../src/app/server/organisations/commands/create.ts';
import { createMany, previewRows } from '../../../../src/features/tenants/server/new-organisations/create-many.ts';
import { readOrgSheet } from '../../../../src/features/tenants/server/new-organisations/org-sheet.ts';
import { ORG_COLUMNS } from '../../../../src/features/tenants/server/new-organisations/sheet-columns.ts';
import { terminalOperator } from '../../../../src/features/tenants/server/public.ts';
import { createPasswords } from '../../../../src/platform/identity/server/passwords.ts';
import { openSheets } from '../../../../src/platform/sheets/server/read-rows.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const NOW = Date.parse('2026-11-22T00:00:00Z');
const SCHOOL = {
  单位编号: '3001',
  单位名称: '清河区第二中学',
  单位类型: '学校',
  上级机构编号: '1009',
  教育阶段: '基础教育',
  学段: '小学、初中（五四制）',
  年级: '五年级、初一、初二',
  软件功能: '心理档案、预警管理',
  服务类型: '试用',
  服务到期日: '2027-08-31',
  管理员登录名: 'qh2z-admin',
  管理员姓名: '王老师',
};
const BUREAU = {
  单位编号: '1009',
  单位名称: '清河区教育局',
  单位类型: '机构',
  服务类型: '正式服务',
  服务到期日: '2027-08-31',
  管理员登录名: 'qh-bureau',
  管理员姓名: '李老师',
};

const titles = ORG_COLUMNS.map(({ header }) => header);
type Row = Readonly<Record<string, string>>;
const csv = (...rows: Row[]) =>
  new Uint8Array(
    Buffer.from([titles.join(','), ...rows.map((row) => titles.map((title) => row[title] ?? '').join(','))].join('\n')),
  );
const read = (...rows: Row[]) => readOrgSheet(csv(...rows), NOW, []);
const problems = async (...rows: Row[]) =>
  (await read(...rows)).flatMap(({ no, problems: found }) =>
    found.map(({ column, reason, fix }) => `${no} ${column}：${reason}；${fix}`),
  );

describe('a sheet of organisations', () => {
  it('describes them with Chinese titles, institutions first', async () => {
    const [first, second] = await read(SCHOOL, BUREAU);
    const former = Buffer.from(csv(BUREAU)).toString().replace('管理员登录名', '管理员登录账号');
    expect((await readOrgSheet(new Uint8Array(Buffer.from(former)), NOW, []))[0]?.problems).toEqual([]);
    expect([first?.no, first?.plan?.org.org_name]).toEqual([3, '清河区教育局']);
    expect(second?.plan).toMatchObject({
      org: { org_id: '3001', parent_org_id: '1009', features: ['archives', 'warning'], total_quota: 0 },
      stages: [
        { period: 2, edu_type: 2, grades: [5] },
        { period: 3, edu_type: 1, grades: [7, 8] },
      ],
    });
  });

  it('names the row, the column, the reason and what to do', async () => {
    expect(
      await problems(
        { ...SCHOOL, 单位编号: '01', 学段: '小学', 年级: '高一', 学生账号名额: '很多' },
        { ...BUREAU, 服务到期日: '2027-02-30' },
        { ...SCHOOL, 管理员姓名: '' },
      ),
    ).toEqual([
      '2 单位编号：单位编号不符合要求；4 至 12 位数字，不以 0 开头；以后不能修改',
      '2 学生账号名额：学生账号名额的类型不对；应为一个整数，不加引号',
      '3 服务到期日：2027-02-30 不是日期；写一个存在的日期，例如 2027-08-31',
      '4 整行：缺少姓名；填写这一列',
    ]);
    expect(await problems({ ...SCHOOL, 学段: '小学', 年级: '高一' })).toEqual([
      '2 学段：小学没有高一；可以写 一年级、二年级、三年级、四年级、五年级、六年级',
    ]);
  });

  it('holds each id and login name once, and needs its columns', async () => {
    expect(await problems(BUREAU, { ...SCHOOL, 单位编号: '1009', 管理员登录名: 'QH-Bureau' })).toEqual([
      '3 单位编号：与第 2 行重复；每个只写一次',
      '3 管理员登录名：与第 2 行重复；每个只写一次',
    ]);
    await expect(readOrgSheet(new Uint8Array(Buffer.from('名称\n一中')), NOW, [])).rejects.toMatchObject({
      findings: [{ reason: expect.stringContaining('第一行缺少这些列：单位编号、单位名称') as string }],
    });
  });

  it('comes as a template that can be read again', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu sheet '));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    const file = path.join(folder, 'template.xlsx');
    await template(file);
    expect(statSync(file).mode & 0o077).toBe(0);
    const [sheet] = (await openSheets(new Uint8Array(readFileSync(file)))).sheets;
    const first = await sheet?.rows().next();
    expect(first?.value).toMatchObject({ no: 1, cells: titles });
  });
});

describeApi('creating the organisations of a sheet', (kind) => {
  const server = useServer(kind);

  it('is shown before, done once, and hands each password over before it is stored', async () => {
    const { services } = server();
    const parts = { ...services, passwords: await createPasswords({ memoryCost: 8, timeCost: 1 }) };
    const rows = await previewRows(parts, await read(SCHOOL, BUREAU));
    expect(rows.map(({ outcome }) => outcome)).toEqual(['new', 'new']);
    const taken = await previewRows(parts, await read({ ...BUREAU, 管理员登录名: 'o2001r4' }));
    expect(taken).toMatchObject([{ outcome: 'refused', problems: [{ column: '管理员登录名' }] }]);

    const handed = new Map<string, string>();
    const by = terminalOperator('somebody');
    const make = () =>
      createMany(parts, rows, { by, handOver: ({ org }, password) => void handed.set(org.org_id, password) });
    expect((await make()).map(({ outcome }) => outcome)).toEqual(['created', 'created']);
    const admin = await server().client.signInFirst('qh2z-admin', handed.get('3001') ?? '');
    expect((await admin.withRole(3001, 4).get('/v1/portal/classes?page=1&size=5')).status).toBe(200);
    handed.clear();
    expect((await make()).map(({ outcome }) => outcome)).toEqual(['present', 'present']);
    expect(handed.size).toBe(0);
  });

  it('stores nothing whose password could not be written down', async () => {
    const { services } = server();
    const parts = { ...services, passwords: await createPasswords({ memoryCost: 8, timeCost: 1 }) };
    const rows = await previewRows(parts, await read({ ...BUREAU, 单位编号: '1010', 管理员登录名: 'third-admin' }));
    const handOver = () => {
      throw new Error('the disk is full');
    };
    await expect(createMany(parts, rows, { by: terminalOperator('x'), handOver })).rejects.toThrow('the disk is full');
    expect(await services.db.admin((run) => run("select 1 from orgs where org_id = '1010'"))).toEqual([]);
  });
});

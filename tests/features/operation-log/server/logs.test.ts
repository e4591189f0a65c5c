import { CompiledQuery } from 'kysely';
import { describe, expect, it } from 'vitest';
import { isForbidden } from '../../../../src/platform/db/server/errors.ts';
import { textsOf } from '../../../platform/resources/server/cells.ts';
import { CLASSES, dataOf, query, rowsOf, useClient, type Listed } from '../../../platform/resources/server/support.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { sendsAttacks } from '../../../support/statements.ts';

sendsAttacks();

const LOGS = '/v1/portal/audits/logs';
interface LogRow extends Record<string, unknown> {
  log_id: string;
  at: string;
  user_name: string;
  act: string;
  resource: string;
  row_id: string;
  row_label: string;
}
interface Change {
  field: string;
  title: string;
  before?: string;
  after?: string;
}

describeApi('the operation log', (kind) => {
  const server = useServer(kind);
  const admin = useClient(server, 2001, 4);
  const second = useClient(server, 2001, 5);
  const college = useClient(server, 2003, 4);
  const list = async (parameters: Record<string, string | number> = {}, client = admin) =>
    dataOf<Listed<LogRow>>(await client().get(query(`${LOGS}/list`, { size: 50, ...parameters })));
  const entryOf = async (rowId: string, act: string, client = admin) =>
    (await list({ act, sort: '-at' }, client)).items.find((row) => row.row_id === rowId);
  const changesOf = async (id: string, client = admin) =>
    dataOf<{ items: Change[] }>(await client().get(`${LOGS}/${id}/changes`)).items;
  const create = async (body: Record<string, unknown>, client = admin) =>
    String(dataOf(await client().post(CLASSES, body))['class_id']);
  /** An entry of a kind that no current screen writes. */
  const enter = (
    entry: { id: string; resource?: string; act?: string; before?: object; after?: object },
    orgId = 2001,
  ) =>
    rowsOf(
      server(),
      `with t as (select set_config('app.org_id', '${orgId}', false))
    insert into audit_logs (org_id, log_id, at, user_id, role_id, act, resource, row_id, before, after) select '${orgId}', $1, '2026-11-01T00:00:00Z', 'u-o2001r5', 5, $2, $3, $1, $4::jsonb, $5::jsonb from t`,
      entry.id,
      entry.act ?? 'update',
      entry.resource ?? 'class',
      JSON.stringify(entry.before ?? null),
      JSON.stringify(entry.after ?? null),
    );

  it('shows who did what to which row, before and after, and from where', async () => {
    const id = await create({ period: 3, grade: 7, class_name: '初一（21）班', class_no: 21, remark: '旧' });
    await second().put(`${CLASSES}/${id}`, { grade: 8, remark: '新' });
    const created = await entryOf(id, 'create');
    expect(created).toMatchObject({
      act: 'create',
      resource: 'class',
      row_label: '初一（21）班',
      role_id: 4,
      address: '127.0.0.1',
    });
    const edited = await entryOf(id, 'update');
    const [account] = await rowsOf(server(), "select real_name from accounts where login_name = 'o2001r5'");
    expect(edited).toMatchObject({ user_name: account?.['real_name'], role_id: 5 });
    expect(await changesOf(edited?.log_id ?? '')).toEqual([
      { field: 'grade', title: '年级', before: '初一', after: '初二' },
      { field: 'remark', title: '备注', before: '旧', after: '新' },
    ]);
    expect(await changesOf(created?.log_id ?? '')).toEqual(
      expect.arrayContaining([
        { field: 'period', title: '学段', after: '初中' },
        { field: 'year_id', title: '学年', after: '2026—2027学年' },
        { field: 'class_no', title: '班号', after: '21' },
      ]),
    );
    await admin().delete(`${CLASSES}/${id}`);
    expect(await changesOf((await entryOf(id, 'delete'))?.log_id ?? '')).toEqual(
      expect.arrayContaining([{ field: 'class_name', title: '班级名称', before: '初一（21）班' }]),
    );
  });

  it('can be filtered by person, act, kind, object and time', async () => {
    const all = await list({ size: 200 });
    expect(all.total).toBeGreaterThanOrEqual(40);
    const one = all.items.at(-1);
    const same = await list({ user_name: one?.user_name ?? '', act: one?.act ?? '', size: 200 });
    expect(same.total).toBeLessThan(all.total);
    expect(same.items.every((row) => row.user_name === one?.user_name && row.act === one?.act)).toBe(true);
    expect(
      (await list({ act: 'create,update', resource: 'class', row_label: '初一', size: 200 })).items.every((row) =>
        row.row_label.includes('初一'),
      ),
    ).toBe(true);
    expect(
      (await list({ at_from: '2026-08-20', at_to: '2026-08-21', size: 200 })).items
        .map((row) => row.at)
        .every((at) => at < '2026-08-21T16'),
    ).toBe(true);
    expect((await list({ at_from: '2030-01-01' })).total).toBe(0);
    expect((await admin().get(query(`${LOGS}/list`, { act: 'nothing', log_id: 'x' }))).fields.sort()).toEqual([
      '/act',
      '/log_id',
    ]);
  });

  it('is exported as a spreadsheet with labels, and logs the export', async () => {
    const answer = await admin().get(query(`${LOGS}/export`, { act: 'export', at_to: '2026-10-31' }));
    expect(answer.status).toBe(200);
    const [header, first] = textsOf(answer.body);
    expect(header?.slice(0, 6)).toEqual(['时间', '操作人', '身份', '操作类型', '内容类别', '对象']);
    expect(first?.slice(3, 5)).toEqual(['导出', '班级']);
    expect(first?.[header?.indexOf('修改内容') ?? -1]).toMatch(/^行数：36；筛选条件：学段为..$/);
    const itself = (await list({ resource: 'log' })).items[0];
    expect(itself).toMatchObject({ act: 'export', resource: 'log' });
    expect(await changesOf(itself?.log_id ?? '')).toContainEqual({
      field: 'filters',
      title: '筛选条件',
      after: '操作类型为导出；时间不晚于或不大于2026-10-31 23:59',
    });
    const edited = textsOf((await admin().get(query(`${LOGS}/export`, { act: 'update', at_to: '2026-10-31' }))).body);
    expect(
      edited
        .slice(1)
        .map((row) => row[header?.indexOf('修改内容') ?? -1])
        .every((text) => /^备注：(.+ → )?.+$/.test(text ?? '')),
    ).toBe(true);
  });

  it('masks values as elsewhere, and omits fields that no schema shows', async () => {
    await enter({
      id: 'mask-1',
      resource: 'student',
      before: { mobile: '13800001111', ext: 'x', secret: 'geheim' },
      after: { mobile: '13900002222', secret: 'anders' },
    });
    for (const client of [admin, second])
      expect(await changesOf('mask-1', client)).toEqual([
        { field: 'mobile', title: '手机号码', before: '138****1111', after: '139****2222' },
      ]);
    await enter({ id: 'other-1', resource: 'nowhere', before: { anything: 1 }, after: { total: 3 } });
    expect(await changesOf('other-1')).toEqual([{ field: 'total', title: '行数', after: '3' }]);
  });

  it("includes the tenant's own fields, and omits hidden ones", async () => {
    await enter(
      {
        id: 'hidden-1',
        act: 'create',
        after: { class_name: '记录班', counsellor_name: '王老师', campus: 'east', class_no: 7 },
      },
      2003,
    );
    const changes = await changesOf('hidden-1', college);
    expect(changes).toEqual(expect.arrayContaining([{ field: 'counsellor_name', title: '辅导员', after: '王老师' }]));
    expect(changes.some(({ field }) => field === 'class_no')).toBe(false);
    expect(changes.find(({ field }) => field === 'campus')?.after).toMatch(/校区/);
  });

  it('is visible to its own school only', async () => {
    const theirs = (await list({ size: 1 }, college)).items[0]?.log_id ?? '';
    expect([
      (await admin().get(`${LOGS}/${theirs}`)).status,
      (await admin().get(`${LOGS}/${theirs}/changes`)).status,
    ]).toEqual([404, 404]);
    expect((await list({ size: 200 })).items.some(({ log_id }) => log_id === theirs)).toBe(false);
  });

  describe('is append-only', () => {
    it.each(["update audit_logs set row_label = 'x'", 'delete from audit_logs'])('in the database: %s', async (sql) => {
      await expect(server().db.write({ orgId: '2001', userId: null }, [CompiledQuery.raw(sql)])).rejects.toSatisfy(
        isForbidden,
      );
    });

    it('over the wire', async () => {
      const id = (await list({ size: 1 })).items[0]?.log_id ?? '';
      for (const answer of [
        await admin().put(`${LOGS}/${id}`, { act: 'x' }),
        await admin().delete(`${LOGS}/${id}`),
        await admin().post(LOGS, {}),
      ])
        expect([404, 405]).toContain(answer.status);
    });
  });
});

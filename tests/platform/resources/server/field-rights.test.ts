import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, expect, it } from 'vitest';
import { documentOf } from '../../../../src/platform/rich-text/rich-text.ts';
import type { Answer, Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer, type TestServer } from '../../../support/server.ts';
import { book, Importing } from '../../imports/server/support.ts';
import { textsOf } from './cells.ts';
import { EQUIPMENT, everywhere, HIDDEN, publish, ROWS, STUDIO } from './field-rights.ts';
import { dataOf, messageOf, query, rowsOf, useClient, useVerifiedClient, type Listed, type Row } from './support.ts';

const STUDENTS = '/v1/portal/students';
const THING = `${ROWS}/e2003-1`;
const CHILD = 'k2003-0001';
const STUDENT = {
  properties: {
    worry: {
      type: 'string',
      title: '牵挂',
      maxLength: 40,
      'x-filter': { match: 'contains', order: 90 },
      ...everywhere(90),
      ...HIDDEN,
    },
  },
};

/** A draft with new fields whose values follow from one that is restricted so far. */
const following = (rights: object) => {
  const { price, worth: _, ...rest } = EQUIPMENT.properties;
  const { 'x-seen-by': __, ...open } = price;
  const computed = (title: string, from: object) => ({
    type: 'integer',
    title,
    readOnly: true,
    'x-computed': from,
    ...rights,
  });
  return {
    properties: {
      ...rest,
      price: { ...open, ...rights },
      twice: computed('双倍', { '*': [{ var: 'price' }, 2] }),
      more: computed('再加', { '+': [{ var: 'twice' }, 1] }),
    },
  };
};

/** What two databases differ in. */
const VALUES = [
  {
    equipment: {
      risk: 'low',
      price: 3,
      worth: 3,
      reason: '甲',
      visits: [{ on: '2026-09-01', said: '经过甲' }, { said: '又一次' }],
      notes: documentOf('笔记甲'),
    },
    student: { worry: '牵挂甲' },
  },
  { equipment: { risk: 'high', price: 900, worth: 900 }, student: {} },
] as const;

const fill = async (server: TestServer, { equipment, student }: (typeof VALUES)[number]) => {
  await rowsOf(
    server,
    "update tenant_rows set ext = ext || $1::jsonb where org_id = '2003' and row_id = 'e2003-1'",
    JSON.stringify(equipment),
  );
  await rowsOf(
    server,
    'update students set ext = ext || $1::jsonb where child_id = $2',
    JSON.stringify(student),
    CHILD,
  );
};
const namesOf = (answer: Answer) => dataOf<Listed>(answer).items.map((row) => row['equipment_name']);

/** The whole answer, except for the request id and the random code of a file. */
const said = ({ status, body, text, headers }: Answer): unknown => [
  status,
  headers['content-type'],
  headers['etag'],
  String(headers['content-type']).includes('sheet') ? textsOf(body) : text.replace(/"request_id":"[^"]*"/, ''),
];

describeApi('two databases that differ only in a field that the role does not see', (kind) => {
  const servers = [useServer(kind), useServer(kind)] as const;
  const admins = servers.map((server) => useVerifiedClient(server, 2003, 4));
  const others = servers.map((server) => useClient(server, 2003, 5));
  const psychologists = servers.map((server) => useClient(server, 2003, 8));
  beforeAll(async () => {
    for (const [i, server] of servers.entries()) {
      expect((await publish(admins[i]!(), 'equipment', EQUIPMENT)).status).toBe(200);
      expect((await publish(admins[i]!(), 'student', STUDENT)).status).toBe(200);
      await fill(server(), VALUES[i]!);
    }
  });
  const both = <T>(clients: readonly (() => Client)[], ask: (client: Client, i: number) => Promise<T>) =>
    Promise.all(clients.map((client, i) => ask(client(), i)));
  const alike = async (ask: (client: Client) => Promise<Answer>, clients = others) => {
    const [one, other] = await both(clients, async (client) => said(await ask(client)));
    expect(one).toEqual(other);
    return one as [number, ...unknown[]];
  };

  it('differ for the role that sees it', async () => {
    const [one, other] = await both(psychologists, async (client) => dataOf(await client.get(THING)));
    expect(one).toMatchObject(VALUES[0].equipment);
    expect(other).toMatchObject(VALUES[1].equipment);
    const [low, high] = await both(psychologists, (client) => client.get(`${ROWS}?risk=high`));
    expect([namesOf(low!).length, namesOf(high!).length]).toEqual([0, 1]);
    const [by, again] = await both(psychologists, async (client) =>
      said(await client.get(`${ROWS}/export?sort=-worth`)),
    );
    expect(by).not.toEqual(again);
  });

  it('list, count, sort, filter and find alike, and refuse what names the field', async () => {
    for (const parameters of [
      {},
      { size: 200, sort: '-amount' },
      { sort: 'visits' },
      { notes: '甲' },
      { kind: 'sandplay,relax' },
      { risk: 'high' },
      { price_from: 500 },
      { worth_to: 10 },
      { reason: '甲' },
      { sort: 'risk' },
      { sort: '-worth' },
      { 'risk:name': '低' },
    ] as Record<string, string | number>[]) {
      const [status] = await alike((client) => client.get(query(ROWS, parameters)));
      const isAbout = ['risk', 'price_from', 'worth_to', 'reason', 'risk:name', 'notes'].some(
        (name) => name in parameters,
      );
      expect([parameters, status]).toEqual([
        parameters,
        isAbout || /risk|worth|visits/.test(String(parameters['sort'])) ? 400 : 200,
      ]);
    }
    for (const parameters of [{}, { worry: '甲' }, { sort: 'worry' }, { child_name: '牵挂' }] as Record<
      string,
      string
    >[])
      await alike((client) => client.get(query(STUDENTS, parameters)));
  });

  it('show a row, what refers to it, the schema and the saved views alike', async () => {
    for (const path of [
      THING,
      `${STUDENTS}/${CHILD}`,
      `/v1/portal/children/${CHILD}`,
      '/v1/portal/schemas/equipment',
      '/v1/portal/references/equipment/e2003-1',
    ])
      await alike((client) => client.get(path));
    const shown = JSON.stringify(dataOf(await others[0]!().get(THING)));
    for (const word of ['risk', 'price', 'worth', 'reason', 'visits', 'notes', 'low', '甲'])
      expect(shown).not.toContain(word);
  });

  it('export alike, with and without the field in the query', async () => {
    for (const parameters of [{}, { format: 'csv' }, { ids: 'e2003-1' }, { sort: 'price' }] as Record<string, string>[])
      expect((await alike((client) => client.get(query(`${ROWS}/export`, parameters))))[0]).toBe(
        'sort' in parameters ? 400 : 200,
      );
    await alike((client) => client.get(`${STUDENTS}/export`));
  });

  it('refuse a value of the field alike, right or wrong, and change nothing', async () => {
    const before = dataOf(await others[0]!().get(THING))['amount'];
    for (const body of [
      { risk: 'low' },
      { risk: 'high' },
      { risk: 'nonsense' },
      { price: 3 },
      { price: null },
      { reason: '甲', amount: 7 },
      { visits: [{ on: '2026-09-01', said: '经过甲' }] },
      { visits: [{ on: '不是日期', other: 1 }] },
      { visits: [] },
      { notes: documentOf('笔记甲') },
      { notes: '不是富文本' },
    ]) {
      const [status] = await alike((client) => client.put(THING, body));
      expect([body, status]).toEqual([body, 400]);
    }
    const answer = await others[0]!().put(THING, { risk: 'low', amount: 7 });
    expect(messageOf(answer, '/risk')).toBe('您的角色不能填写“风险”');
    expect(dataOf(await psychologists[0]!().get(THING))).toMatchObject({ ...VALUES[0].equipment, amount: before });
  });

  it('preview an import with the field alike, and write nothing of it', async () => {
    const sheet = await book([
      ['器材名称', '类别', '数量', '风险', '来访', '笔记'],
      [String(namesOf(await others[0]!().get(ROWS))[0]), '沙盘', 2, '低', '经过甲', '笔记甲'],
      ['新的器材', '其他', 2, '高', '经过乙', '笔记乙'],
    ]);
    const [one, other] = await both(others, async (client, i) => {
      const importing = new Importing(servers[i]!(), client, ROWS);
      const { rows, columns } = await importing.preview(sheet);
      const refused = await client.post(`${ROWS}/import/${importing.id}/write`, {});
      return [
        rows,
        columns,
        refused.status,
        (refused.json as { message: string }).message,
        await importing.rows('changed'),
        await importing.rows('new'),
      ];
    });
    expect(one).toEqual(other);
    expect(one?.slice(0, 4)).toMatchObject([
      { new: 1, changed: 1, wrong: 0 },
      { closed: ['风险', '来访', '笔记'], unknown: [] },
      400,
      '您的角色不能填写这些列：风险、来访、笔记。请确认不导入这些列',
    ]);
  });

  it('tell the operation log alike', async () => {
    await both(psychologists, async (client, i) =>
      client.put(THING, i === 0 ? { price: 4, amount: 6 } : { price: 901, amount: 6 }),
    );
    const [one, other] = await both(admins, async (client) => {
      const { items } = dataOf<Listed>(await client.get('/v1/portal/audits/logs/list?size=50&resource=equipment'));
      const changes = await Promise.all(
        items.map(async ({ log_id: id }) => (await client.get(`/v1/portal/audits/logs/${String(id)}/changes`)).data),
      );
      return [changes, items.map(({ act, row_label: label }) => [act, label])];
    });
    expect(one).toEqual(other);
    expect(JSON.stringify(one)).toContain('数量');
    expect(JSON.stringify(one)).not.toMatch(/价格|总价|风险|来访|笔记/);
  });

  it('answer the studio alike for a publisher who does not see the field', async () => {
    const { risk: _, ...rest } = EQUIPMENT.properties;
    for (const overlay of [
      { properties: rest },
      { properties: { ...EQUIPMENT.properties, price: { ...EQUIPMENT.properties.price, maximum: 100 } } },
      { properties: { ...EQUIPMENT.properties, risk: { ...EQUIPMENT.properties.risk, 'x-hidden': true } } },
      following({ 'x-seen-by': [8] }),
      // The publisher opens the field in the same draft.
      following({}),
    ]) {
      const [one, other] = await both(admins, async (client) =>
        said(await client.post(`${STUDIO}/equipment/impact`, { overlay })),
      );
      expect(one).toEqual(other);
      expect(JSON.stringify(one)).toContain('unseen');
    }
    for (const field of ['risk', 'reason']) {
      const [status] = await alike((client) => client.get(`${STUDIO}/equipment/values?field=${field}`), admins);
      expect(status).toBe(404);
    }
    await alike((client) => client.get(`${STUDIO}/equipment`), admins);
  });

  const recordOf = async (client: Client, i: number) => {
    const reason = { reason: '监护人书面申请' };
    const { task_id: id } = dataOf(await client.post(`/v1/portal/children/${CHILD}/record_export`, reason));
    await servers[i]!().services.jobs.idle();
    const files = unzipSync(new Uint8Array((await client.get(`/v1/portal/files/records/${String(id)}`)).body));
    const record = JSON.parse(strFromU8(files['record.json'] ?? new Uint8Array())) as Row;
    return { student: record['student'], left: record['withheld_fields'], record: JSON.stringify(record['records']) };
  };

  it('export the whole record of a child alike, and say what it leaves out', async () => {
    const [one, other] = await both(admins, recordOf);
    expect(one?.student).toEqual(other?.student);
    expect(one?.left).toContain('学生的牵挂');
    expect(JSON.stringify(one)).not.toContain('牵挂甲');
  });

  it('leave out of a record what was removed while the role did not see it', async () => {
    const [one, other] = await both(admins, async (client, i) => {
      const at = `${STUDENTS}/${CHILD}`;
      expect((await publish(client, 'student', { properties: {} }, 1)).status).toBe(200);
      const { former } = dataOf<{ former: unknown[] }>(await client.get(`${STUDIO}/student`));
      const purged = await Promise.all(
        [1, 2].map(async (rows) => said(await client.post(`${STUDIO}/student/purge`, { field: 'worry', rows }))),
      );
      expect(purged).toEqual([1, 2].map(() => expect.arrayContaining([404])));
      return [former, purged, await recordOf(client, i), (await client.get(at)).status];
    });
    expect(one).toEqual(other);
    expect(JSON.stringify(one)).not.toContain('牵挂甲');
  });
});

import { expect, it } from 'vitest';
import {
  CLASSES,
  dataOf,
  query,
  useVerifiedClient,
  type Listed,
  type Row,
} from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const STUDIO = '/v1/portal/schema_studio/resources';
const EQUIPMENT = '/v1/portal/x/equipment';

interface Impact {
  total: number;
  changes: { kind: string; field: string; rows: number }[];
  seen: string;
}

describeApi('expressions in the schema studio', (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2003, 4);
  async function publish(client: Client, entity: string, overlay: Row) {
    const { version } = dataOf<{ version: number }>(await client.get(`${STUDIO}/${entity}`));
    const impact = dataOf<Impact>(await client.post(`${STUDIO}/${entity}/impact`, { overlay }));
    const answer = await client.post(`${STUDIO}/${entity}/publish`, { overlay, version, seen: impact.seen, note: '' });
    return { answer, impact };
  }
  const worth = (by: number) => ({
    properties: {
      worth: {
        type: 'number',
        title: '估值',
        readOnly: true,
        'x-unit': '元',
        'x-decimals': 2,
        'x-computed': { '*': [{ var: 'amount' }, by] },
        'x-list': { order: 20, sorter: true },
        'x-filter': { match: 'range', order: 20 },
      },
    },
  });
  const rows = async (parameters: Record<string, string | number> = {}) =>
    dataOf<Listed>(await admin().get(query(EQUIPMENT, { size: 100, ...parameters }))).items;

  it('compute existing rows again when they are published, with the number counted before', async () => {
    const before = await rows();
    const first = await publish(admin(), 'equipment', worth(10));
    expect(first.impact.changes).toEqual([
      expect.objectContaining({ kind: 'computed', field: 'worth', rows: before.length }),
    ]);
    expect(first.answer.status).toBe(200);
    expect((await rows()).map((row) => row['worth'])).toEqual((await rows()).map((row) => Number(row['amount']) * 10));
    expect((await rows()).map((row) => row['updated_at'])).toEqual(before.map((row) => row['updated_at']));
    const [most] = await rows({ sort: '-worth' });
    expect((await rows({ worth_from: Number(most?.['worth']) })).length).toBeGreaterThan(0);
    const second = await publish(admin(), 'equipment', worth(2.5));
    expect(second.impact.changes.map(({ rows: n }) => n)).toEqual([before.filter((row) => row['amount'] !== 0).length]);
    expect((await rows())[0]?.['worth']).toBe(Number((await rows())[0]?.['amount']) * 2.5);
    // A change of other fields does not recompute the values.
    const titled = worth(2.5);
    titled.properties.worth.title = '总值';
    expect((await publish(admin(), 'equipment', titled)).impact.changes).toEqual([]);
  });

  it('are refused with place, reason and fix', async () => {
    const check = async (entity: string, overlay: Row) =>
      dataOf<{ findings: Row[] }>(await admin().post(`${STUDIO}/${entity}/check`, { overlay })).findings;
    const wrong = worth(1);
    Object.assign(wrong.properties.worth, { 'x-computed': { '*': [{ var: 'amont' }, 2] } });
    expect(await check('equipment', wrong)).toEqual([
      { pointer: '/properties/worth/x-computed/*/0/var', reason: '没有字段 amont', fix: '是不是 amount？' },
    ]);
    // What is masked for some is no variable: a computed value would tell it.
    const leak = { 'x-rules': [{ when: { '==': [{ var: 'id_card' }, 'x'] }, message: '猜', fields: ['child_name'] }] };
    expect((await check('student', leak)).map(({ reason }) => reason)).toEqual(['表达式里不能用字段 id_card']);
    const loop = worth(1);
    Object.assign(loop.properties.worth, { 'x-computed': { '+': [{ var: 'worth' }, 1] } });
    expect((await check('equipment', loop)).map(({ reason }) => reason)).toContain('worth 的计算绕回了它自己');
    expect(
      (await check('class', { properties: { class_name: { 'x-show': { var: 'campus' } } } })).length,
    ).toBeGreaterThan(0);
  });

  it('and groups without duplicates hold for own fields of core entities', async () => {
    const room = { type: 'string', title: '教室', maxLength: 20, 'x-form': { on: ['create', 'edit'], order: 30 } };
    const overlay = {
      properties: { room },
      'x-rules': [
        {
          when: { '==': [{ var: 'room' }, { var: 'counsellor_name' }] },
          message: '教室与辅导员写反了吧',
          fields: ['room'],
        },
      ],
      'x-resource': { unique: [['room', 'campus']] },
    };
    // Two fields without a value are equal, so the rule asks for one first.
    overlay['x-rules'][0]!.when = { and: [{ '!!': { var: 'room' } }, overlay['x-rules'][0]!.when] } as never;
    expect((await publish(admin(), 'class', overlay)).answer.status).toBe(200);
    const [one, two] = dataOf<Listed>(await admin().get(query(CLASSES, { size: 2 }))).items;
    const put = (row: Row | undefined, body: Row) => admin().put(`${CLASSES}/${String(row?.['class_id'])}`, body);
    expect((await put(one, { room: '教一 101', campus: 'east' })).status).toBe(200);
    const taken = await put(two, { room: '教一 101', campus: 'east' });
    expect([taken.status, taken.fields]).toEqual([400, ['/room']]);
    expect((await put(two, { room: '教一 101', campus: 'west' })).status).toBe(200);
    expect((await put(two, { room: '王老师', counsellor_name: '王老师' })).fields).toEqual(['/room']);
  });
});

import { expect, it } from 'vitest';
import { dataOf, refusalOf, useVerifiedClient, type Listed } from '../../../platform/resources/server/support.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const STUDIO = '/v1/portal/schema_studio/resources';
const ENTITY = 'room-booking';
const ROWS = `/v1/portal/x/${ENTITY}`;

interface Impact {
  changes: { kind: string; field: string; rows: number }[];
  seen: string;
}

const state = {
  type: 'string',
  title: '状态',
  enum: ['asked', 'granted'],
  'x-labels': { asked: '待审', granted: '已通过' },
  'x-list': { order: 2 },
  'x-filter': { match: 'in', order: 2 },
};
const asked = {
  properties: { state: { ...state, readOnly: true } },
  'x-resource': {
    states: {
      field: 'state',
      initial: 'asked',
      transitions: [{ key: 'grant', label: '通过', from: ['asked'], to: 'granted' }],
    },
    views: [{ key: 'board', title: '看板', kind: 'board', by: 'state' }],
  },
};

describeApi('states that the studio publishes', (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2001, 4);
  const impact = async (overlay: object) =>
    dataOf<Impact>(await admin().post(`${STUDIO}/${ENTITY}/impact`, { overlay }));
  const publish = async (overlay: object, version: number) =>
    admin().post(`${STUDIO}/${ENTITY}/publish`, { overlay, version, seen: (await impact(overlay)).seen, note: '' });

  it('give the first state to rows that have none, and are taken back without loss', async () => {
    await admin().post(STUDIO, { entity: ENTITY, title: '活动室预约', label: '用途' });
    const old = dataOf(await admin().post(ROWS, { name: '早先的预约' }));
    const { changes } = await impact(asked);
    expect(changes).toMatchObject([{ kind: 'stated', field: 'state', rows: 1 }]);
    expect(dataOf(await publish(asked, 0))).toMatchObject({ version: 1, changed: true });

    const { items } = dataOf<Listed>(await admin().get(`${ROWS}?state=asked`));
    expect(items.map(({ name }) => name)).toEqual(['早先的预约']);
    const at = `${ROWS}/${String(items[0]?.['room_booking_id'])}`;
    const moved = dataOf(await admin().post(`${at}/transitions/grant`, { updated_at: items[0]?.['updated_at'] }));
    expect(moved).toMatchObject({ state: 'granted' });
    expect(dataOf<Listed>(await admin().get(`${at}/transitions`)).items).toMatchObject([
      { key: 'grant', from: 'asked', to: 'granted' },
    ]);

    const back = { properties: { state: { ...state, 'x-form': { on: ['create', 'edit'], order: 2 } } } };
    expect(dataOf(await publish(back, 1))).toMatchObject({ version: 2 });
    expect((await admin().post(`${at}/transitions/grant`, { updated_at: moved['updated_at'] })).status).toBe(404);
    const edited = dataOf(await admin().put(at, { state: 'asked' }));
    expect([edited['state'], old['room_booking_id']]).toEqual(['asked', edited['room_booking_id']]);
  });

  it('are refused with place, reason and fix, and publish nothing', async () => {
    const wrong = {
      ...asked,
      'x-resource': { ...asked['x-resource'], views: [{ key: 'month', title: '日历', kind: 'calendar', by: 'state' }] },
    };
    const { findings } = dataOf<{ findings: { pointer: string; reason: string; fix: string }[] }>(
      await admin().post(`${STUDIO}/${ENTITY}/check`, { overlay: wrong }),
    );
    expect(findings).toEqual([
      {
        pointer: '/x-resource/views/0/by',
        reason: 'state 不是日期或时间',
        fix: '换一个 format 为 date 或 date-time 的字段',
      },
    ]);
    const refused = await admin().post(`${STUDIO}/${ENTITY}/publish`, {
      overlay: wrong,
      version: 2,
      seen: 'x',
      note: '',
    });
    expect([refused.status, refusalOf(refused).details.map(({ field }) => field)]).toEqual([
      400,
      ['/overlay/x-resource/views/0/by'],
    ]);
  });
});

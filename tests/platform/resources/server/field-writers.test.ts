import { beforeAll, expect, it } from 'vitest';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { book, Importing } from '../../imports/server/support.ts';
import { EQUIPMENT, publish, ROWS } from './field-rights.ts';
import { dataOf, messageOf, useClient, useVerifiedClient, type Listed } from './support.ts';

describeApi('a field that few roles fill in', (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2003, 4);
  const other = useClient(server, 2003, 5);
  const psychologist = useClient(server, 2003, 8);
  beforeAll(async () => {
    expect((await publish(admin(), 'equipment', EQUIPMENT)).status).toBe(200);
  });

  it('is read by the others, who change it neither by edit, by creation nor by import', async () => {
    const made = dataOf(
      await psychologist().post(ROWS, { equipment_name: '生物反馈仪', kind: 'test', keeper: '王老师' }),
    );
    const at = `${ROWS}/${String(made['equipment_id'])}`;
    expect(dataOf(await other().get(at))).toMatchObject({ keeper: '王老师' });
    for (const keeper of ['李老师', null, '']) {
      const answer = await other().put(at, { keeper, remark: '改过' });
      expect([answer.status, messageOf(answer, '/keeper')]).toEqual([400, '您的角色不能填写“保管”']);
    }
    // A row that is sent back as it was received changes what the role writes.
    expect((await other().put(at, { keeper: '王老师', remark: '改过' })).status).toBe(200);
    const created = await other().post(ROWS, { equipment_name: '新器材', kind: 'test', keeper: '王老师' });
    expect([created.status, messageOf(created, '/keeper')]).toEqual([400, '您的角色不能填写“保管”']);
    const importing = new Importing(server(), other(), ROWS);
    const { columns } = await importing.preview(
      await book([
        ['器材名称', '类别', '保管'],
        ['生物反馈仪', '测评', '李老师'],
      ]),
    );
    expect(columns.closed).toEqual(['保管']);
    expect(dataOf(await psychologist().get(at))).toMatchObject({ keeper: '王老师', remark: '改过' });
  });

  it('follows its conditions and formulas, whoever writes', async () => {
    const made = dataOf(
      await other().post(ROWS, { equipment_name: '放松椅', kind: 'relax', amount: 2, lendable: true }),
    );
    const at = `${ROWS}/${String(made['equipment_id'])}`;
    expect(made).not.toHaveProperty('reason');
    expect(dataOf(await psychologist().get(at))).toMatchObject({ reason: 'new' });
    expect(dataOf(await psychologist().put(at, { price: 10 }))).toMatchObject({ worth: 20 });
    expect((await other().put(at, { amount: 3 })).status).toBe(200);
    expect(dataOf(await psychologist().get(at))).toMatchObject({ price: 10, worth: 30, reason: 'new' });
    expect((await other().put(at, { lendable: false })).status).toBe(200);
    expect(dataOf(await psychologist().get(at))).not.toHaveProperty('reason');
  });

  it('leaves shared views of those who see it without what they say about it', async () => {
    const view = {
      resource: 'equipment',
      name: '高风险',
      shared: true,
      filters: { risk: 'high', kind: 'test' },
      sort: '-worth,kind',
      order: ['risk', 'kind'],
      hidden: ['price'],
    };
    expect((await psychologist().post('/v1/portal/views', view)).status).toBeLessThan(300);
    const { items } = dataOf<Listed>(await other().get('/v1/portal/views?resource=equipment'));
    expect(items.find(({ name }) => name === '高风险')).toMatchObject({
      filters: { kind: 'test' },
      sort: 'kind',
      order: ['kind'],
      hidden: [],
    });
    const refused = await other().post('/v1/portal/views', { ...view, name: '猜' });
    expect(refused.status).toBe(400);
  });

  it('can be opened to more roles by a publication, which stands in the log', async () => {
    const open = {
      properties: { ...EQUIPMENT.properties, risk: { ...EQUIPMENT.properties.risk, 'x-seen-by': [5, 8] } },
    };
    expect((await publish(admin(), 'equipment', open, 1)).status).toBe(200);
    expect((await other().get(`${ROWS}?risk=high`)).status).toBe(200);
    const [entry] = dataOf<Listed>(await admin().get('/v1/portal/audits/logs/list?resource=schema&act=publish')).items;
    const { data } = await admin().get(`/v1/portal/audits/logs/${String(entry?.['log_id'])}/changes`);
    expect(JSON.stringify(data)).toContain('可见的角色由“心理专职教师”改为“管理员、心理专职教师”');
  });
});

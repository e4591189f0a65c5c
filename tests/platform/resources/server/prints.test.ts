import { expect, it } from 'vitest';
import { printedRow } from '../../../../src/platform/resources/server/print-row.ts';
import type { PrintTemplate } from '../../../../src/platform/schema/print-templates.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { staffContext } from '../../../support/staff-context.ts';
import { dataOf, rowsOf, useClient, useVerifiedClient } from './support.ts';

const STUDIO = '/v1/portal/schema_studio/resources';
const ENTITY = 'room-card';
const ROWS = `/v1/portal/x/${ENTITY}`;
const field = (title: string, order: number, more: object = {}) => ({
  type: 'string',
  title,
  maxLength: 40,
  'x-list': { order },
  'x-form': { on: ['create', 'edit'], order },
  ...more,
});
const template: PrintTemplate = {
  key: 'slip',
  title: '使用单',
  fields: ['name', 'phone', 'note'],
  columns: 2,
  header: '请保持整洁',
  footer: '用后归还',
  signatures: ['负责人', '管理员'],
};
const overlay = {
  properties: {
    phone: field('电话', 2, { 'x-mask': 'phone' }),
    note: field('备注', 3, { 'x-seen-by': [8] }),
  },
  'x-resource': { prints: [template] },
};

describeApi('print templates', (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2001, 4);
  const stranger = useClient(server, 2002, 4);
  const reader = useClient(server, 2001, 8);

  it('print what the reader sees of a row, log it, and are previewed from a draft', async () => {
    await admin().post(STUDIO, { entity: ENTITY, title: '活动室卡', label: '事由' });
    const { seen } = dataOf<{ seen: string }>(await admin().post(`${STUDIO}/${ENTITY}/impact`, { overlay }));
    const published = await admin().post(`${STUDIO}/${ENTITY}/publish`, { overlay, version: 0, seen, note: '' });
    expect(published.status, published.text).toBe(200);
    const row = dataOf(await admin().post(ROWS, { name: '沙盘', phone: '13912345678' }));
    const at = String(row['room_card_id']);

    const file = await admin().get(`/v1/portal/prints/${ENTITY}/slip/${at}`);
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(Buffer.from(file.body).subarray(0, 5).toString()).toBe('%PDF-');
    // The file is compressed: what was drawn in it is asked for.
    const ctx = await staffContext(server().services, '2001', 4);
    const words = JSON.stringify((await printedRow(ctx, ENTITY, at, template)).document);
    for (const text of ['使用单', '请保持整洁', '用后归还', '沙盘', '负责人']) expect(words).toContain(text);
    expect(words).toMatch(/139\*+5678/);
    expect(words).not.toContain('13912345678');
    expect(words).not.toContain('备注');
    const log = await rowsOf(server(), "select row_label from audit_logs where act = 'export' and row_id = $1", at);
    expect(log).toEqual([{ row_label: '沙盘（使用单）' }]);

    const draft = { ...overlay, 'x-resource': { prints: [{ ...template, title: '新单' }] } };
    const preview = await admin().post(`${STUDIO}/${ENTITY}/print`, { overlay: draft, key: 'slip', id: at });
    expect(preview.status).toBe(200);
    expect(Buffer.from(preview.body).subarray(0, 5).toString()).toBe('%PDF-');
    const both = await rowsOf(server(), "select row_label from audit_logs where act = 'export' and row_id = $1", at);
    expect(both).toContainEqual({ row_label: '沙盘（新单）' });
    const wrong = { ...overlay, 'x-resource': { prints: [{ ...template, fields: ['gone'] }] } };
    expect((await admin().post(`${STUDIO}/${ENTITY}/print`, { overlay: wrong, key: 'slip', id: at })).status).toBe(400);
    for (const client of [stranger(), reader()])
      expect((await client.get(`/v1/portal/prints/${ENTITY}/slip/${at}`)).status).toBe(404);
    expect((await admin().get(`/v1/portal/prints/${ENTITY}/other/${at}`)).status).toBe(404);
  });
});

import type { Answer, Client } from '../../../support/client.ts';
import { dataOf } from './support.ts';

export const STUDIO = '/v1/portal/schema_studio/resources';
export const ROWS = '/v1/portal/x/equipment';

export const everywhere = (order: number) => ({
  'x-list': { order, sorter: true },
  'x-form': { on: ['create', 'edit'], order },
  'x-sheet': { import: true, export: true },
});
export const HIDDEN = { 'x-seen-by': [8] };

/** Fields of which administrators see nothing, or may only read. */
export const EQUIPMENT = {
  properties: {
    risk: {
      type: 'string',
      title: '风险',
      enum: ['low', 'high'],
      'x-labels': { low: '低', high: '高' },
      'x-filter': { match: 'in', order: 7 },
      ...everywhere(7),
      ...HIDDEN,
    },
    price: { type: 'integer', title: '价格', 'x-filter': { match: 'range', order: 8 }, ...everywhere(8), ...HIDDEN },
    worth: {
      type: 'integer',
      title: '总价',
      readOnly: true,
      'x-computed': { '*': [{ var: 'price' }, { var: 'amount' }] },
      'x-filter': { match: 'range', order: 9 },
      'x-list': { order: 9, sorter: true },
      'x-sheet': { export: true },
      ...HIDDEN,
    },
    reason: {
      type: 'string',
      title: '缘由',
      maxLength: 40,
      'x-show': { '==': [{ var: 'lendable' }, true] },
      'x-default': 'new',
      'x-filter': { match: 'contains', order: 10 },
      ...everywhere(10),
      ...HIDDEN,
    },
    visits: {
      type: 'array',
      'x-kind': 'group',
      title: '来访',
      maxItems: 5,
      'x-fields': [
        { name: 'on', title: '日期', type: 'string', format: 'date' },
        { name: 'said', title: '经过', type: 'string', maxLength: 20 },
      ],
      'x-list': { order: 12 },
      'x-form': { on: ['create', 'edit'], order: 12 },
      'x-sheet': { export: true },
      ...HIDDEN,
    },
    notes: {
      type: 'object',
      'x-kind': 'rich-text',
      title: '笔记',
      maxLength: 200,
      'x-list': { order: 13 },
      'x-form': { on: ['create', 'edit'], order: 13 },
      'x-sheet': { import: true, export: true },
      ...HIDDEN,
    },
    keeper: { type: 'string', title: '保管', maxLength: 20, ...everywhere(11), 'x-written-by': [8] },
  },
};
/** Publishes an overlay on a version of it. */
export async function publish(client: Client, entity: string, overlay: object, version = 0): Promise<Answer> {
  const at = `${STUDIO}/${entity}`;
  const impact = await client.post(`${at}/impact`, { overlay });
  return client.post(`${at}/publish`, { overlay, version, seen: dataOf(impact)['seen'], note: '' });
}

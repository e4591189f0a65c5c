import { expect, it } from 'vitest';
import {
  columnsOf,
  isUsable,
  kindOfColumn,
  kindsFor,
  namesRows,
  startOf,
  withColumnKind,
  type Column,
} from '../../../../src/features/studio/web/sheet/columns.ts';
import type { GuessedField } from '../../../../src/platform/schema/guess-column.ts';
import { schemaOf } from '../../../support/component.tsx';

const text: GuessedField = { type: 'string', maxLength: 50 };
const choice: GuessedField = { type: 'string', enum: ['o_1'], 'x-labels': { o_1: '好' } };
const column = (header: string, field: GuessedField = text, more: Partial<Column> = {}): Column => {
  const [made] = columnsOf([{ header, field, filled: 3, distinct: true, examples: ['甲'] }]);
  if (!made) throw new Error('no column');
  return { ...made, ...more };
};
const fresh = schemaOf({
  $id: 'toys',
  title: '玩具',
  type: 'object',
  'x-resource': {
    path: '/v1/portal/x/toys',
    table: 'tenant_rows',
    area: 'own-resource',
    id: 'toys_id',
    label: 'name',
    sort: 'name',
    acts: ['create', 'update'],
  },
  required: ['name'],
  properties: {
    toys_id: { type: 'string', title: '标识', readOnly: true },
    name: {
      type: 'string',
      title: '编号',
      maxLength: 50,
      'x-list': { order: 1 },
      'x-form': { on: ['create', 'edit'], order: 1 },
      'x-sheet': { import: true, export: true },
    },
  },
});

it('leaves out columns that an import would not find, and empty ones', () => {
  expect(isUsable(column('长'.repeat(21)))).toBe(false);
  expect(column('长'.repeat(21)).included).toBe(false);
  const [empty] = columnsOf([{ header: '空', field: text, filled: 0, distinct: false, examples: [] }]);
  expect(empty?.included).toBe(false);
});

it('names rows by a column only that is filled in each and never repeats', () => {
  expect(namesRows(column('编号'), 3)).toBe(true);
  expect(namesRows(column('编号', { type: 'integer' }), 3)).toBe(true);
  expect(namesRows(column('编号'), 4)).toBe(false);
  expect(namesRows(column('编号', text, { distinct: false }), 3)).toBe(false);
  expect(namesRows(column('生日', { type: 'string', format: 'date' }), 3)).toBe(false);
});

it('keeps the guess of a column when another kind was tried', () => {
  const guessed = column('状况', choice);
  expect(kindsFor(guessed)[0]).toBe('options');
  expect(kindsFor(column('名称'))).not.toContain('options');
  const tried = withColumnKind(guessed, 'text');
  expect(tried.field).toEqual(text);
  expect(withColumnKind(tried, 'options').field).toEqual(choice);
  expect(withColumnKind(guessed, 'row').field).toMatchObject({ 'x-kind': 'row', 'x-of': 'student' });
  expect(kindOfColumn(withColumnKind(guessed, 'date').field)).toBe('date');
});

it('masks what identifies a person, and offers no filter for it', async () => {
  const start = await startOf('toys', column('编号'), [column('电话', { type: 'string', 'x-kind': 'mobile' })]);
  const { dian_hua: phone } = start(fresh).properties;
  expect(phone).toMatchObject({ 'x-kind': 'mobile', 'x-mask': 'phone' });
  expect(phone).not.toHaveProperty('x-filter');
});

it('adds fields with readable keys of their own, and the names that the file has', async () => {
  const label = column('编号', text, { title: '玩具编号' });
  const start = await startOf('toys', label, [
    column('数量', { type: 'integer' }),
    column('数 量'),
    column('size'),
    column('状况', choice, { title: '好坏' }),
  ]);
  const { properties } = start(fresh);
  expect(Object.keys(properties).slice(2)).toEqual(['shu_liang', 'shu_liang_2', 'size_2', 'hao_huai']);
  expect(properties['shu_liang']).toMatchObject({
    type: 'integer',
    title: '数量',
    'x-filter': { match: 'range' },
    'x-sheet': { import: true, export: true },
  });
  expect(properties['hao_huai']).toMatchObject({ title: '好坏', enum: ['o_1'], 'x-sheet': { aliases: ['状况'] } });
  expect(properties['name']).toMatchObject({ 'x-sheet': { import: true, aliases: ['编号'] } });
});

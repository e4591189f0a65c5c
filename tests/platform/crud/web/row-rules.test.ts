import { describe, expect, it } from 'vitest';
import { rowRules } from '../../../../src/platform/crud/web/form/row-rules.ts';
import { validatorWith } from '../../../../src/platform/crud/web/form/validator.ts';
import { inputSchema } from '../../../../src/platform/schema/form.ts';
import type { EntitySchema, FieldSchema } from '../../../../src/platform/schema/types.ts';

const MOMENT = { today: '2026-11-17', now: '2026-11-17T06:00:00.000Z', me: 'u1' };
const field = (of: Partial<FieldSchema>, order: number): FieldSchema => ({
  type: 'string',
  title: `字段${order}`,
  maxLength: 20,
  'x-form': { on: ['create', 'edit'], order },
  ...of,
});
const schema: EntitySchema = {
  $id: 'loan',
  title: '外借',
  type: 'object',
  required: ['item'],
  properties: {
    item: field({}, 1),
    outside: field({ type: 'boolean' }, 2),
    phone: field({ 'x-kind': 'mobile', 'x-show': { var: 'outside' }, 'x-require': { var: 'outside' } }, 3),
    note: field({ 'x-show': { '!!': { var: 'phone' } } }, 4),
    from: field({ format: 'date' }, 5),
    to: field({ format: 'date' }, 6),
  },
  'x-rules': [{ when: { '<': [{ var: 'to' }, { var: 'from' }] }, message: '归还不能早于借出', fields: ['to'] }],
  'x-resource': {
    path: '/v1/portal/x/loan',
    table: 'tenant_rows',
    area: 'own-resource',
    id: 'loan_id',
    label: 'item',
    sort: 'item',
    help: '',
    icon: 'table',
    acts: [],
  },
};
const rules = rowRules(schema, inputSchema(schema, 'create'), undefined, MOMENT);
const fieldsFor = (values: Record<string, unknown>) => Object.keys(rules.inputFor(values).properties);
const errors = (values: Record<string, unknown>) =>
  validatorWith(rules)
    .validateFormData(values, rules.inputFor(values) as never)
    .errors.map(({ property, message }) => [property, message]);

describe('a form with conditions', () => {
  it('has a field only while its condition holds, and what depends on that field', () => {
    expect(fieldsFor({})).toEqual(['item', 'outside', 'from', 'to']);
    expect(fieldsFor({ outside: true })).toEqual(['item', 'outside', 'phone', 'from', 'to']);
    expect(fieldsFor({ outside: true, phone: '13800138000' })).toContain('note');
    // The value of a field that went counts for nothing.
    expect(fieldsFor({ outside: false, phone: '13800138000' })).toEqual(['item', 'outside', 'from', 'to']);
  });

  it('requires a field under its condition, and sends nothing of a field that it does not have', () => {
    expect(rules.inputFor({ outside: true }).required).toEqual(['item', 'phone']);
    expect(rules.inputFor({}).required).toEqual(['item']);
    expect(rules.valuesFor({ item: 'a', outside: false, phone: '1', note: 'x' })).toEqual({
      item: 'a',
      outside: false,
    });
  });

  it('is the same form while the same fields are shown, so that typing does not begin it anew', () => {
    expect(rules.inputFor({ item: 'a' })).toBe(rules.inputFor({ item: 'ab', from: '2026-11-17' }));
  });

  it('shows the message of a broken rule at its field, beside those of the fields', () => {
    expect(errors({ item: 'a', from: '2026-11-17', to: '2026-11-16' })).toEqual([['.to', '归还不能早于借出']]);
    expect(errors({ item: 'a', outside: true, phone: '123' })).toEqual([['.phone', '手机号应为 11 位数字']]);
    expect(errors({ item: 'a', outside: false, phone: '123', from: '2026-11-17', to: '2026-11-17' })).toEqual([]);
  });
});

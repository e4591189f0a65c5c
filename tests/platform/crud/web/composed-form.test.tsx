import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { EntitySchema, FieldSchema } from '../../../../src/platform/schema/types.ts';
// Inputs that the portal loads later are preloaded, so that no test waits for a file to be read.
import '../../../../src/platform/rich-text/web/RichTextControl.tsx';
import '../../../../src/platform/ui/web/fields/GroupPick.tsx';
import { refusal } from '../../../support/msw.ts';
import { aSchool, calls, chooseOption, classRow, dialog, schemaOf2001, visit } from './support.tsx';

const portal = aSchool();
const checks: FieldSchema = {
  type: 'array',
  'x-kind': 'group',
  title: '检修',
  maxItems: 2,
  'x-fields': [
    { name: 'part', title: '部件', type: 'string', maxLength: 10, required: true },
    { name: 'cost', title: '费用', type: 'number', minimum: 0, 'x-unit': '元' },
    { name: 'result', title: '结果', type: 'string', enum: ['ok', 'bad'], 'x-labels': { ok: '完好', bad: '损坏' } },
  ],
  'x-tenant': true,
  'x-list': { order: 30 },
  'x-form': { on: ['create', 'edit'], order: 30 },
};
const manual: FieldSchema = {
  type: 'object',
  'x-kind': 'rich-text',
  title: '用法',
  maxLength: 100,
  'x-tenant': true,
  'x-form': { on: ['create', 'edit'], order: 31 },
};
const schema: EntitySchema = { ...schemaOf2001, properties: { ...schemaOf2001.properties, checks, manual } };
const save = () => screen.getByRole('button', { name: /保\s?存$/ });
const line = (n: number) => within(screen.getByRole('group', { name: `第 ${n} 行` }));
const stored = {
  checks: [{ part: '沙箱', cost: 5, result: 'ok' }],
  manual: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '先读' }] }] },
};

it('has lines with their own inputs and errors, and formatted text in an editor', async () => {
  portal.answer(calls.get, classRow(1, stored));
  const { user } = visit({ at: '/org-manage/class?edit=c1', schema });
  await dialog();
  expect(await screen.findByRole('textbox', { name: '用法' })).toHaveTextContent('先读');
  expect(line(1).getByRole('textbox', { name: /部件/ })).toHaveValue('沙箱');
  const add = () => screen.getByRole('button', { name: /添加一行|最多 2 行/ });
  await user.click(add());
  await waitFor(() => expect(line(2).getByRole('textbox', { name: /部件/ })).toHaveFocus());
  expect(add()).toBeDisabled();
  await chooseOption(user, line(2).getByRole('combobox', { name: '结果' }), '损坏');
  await user.click(save());
  expect(await line(2).findByRole('alert')).toHaveTextContent('请填写部件');
  expect(line(2).getByRole('textbox', { name: /部件/ })).toHaveFocus();
  expect(portal.requests(calls.update)).toHaveLength(0);

  await user.type(line(2).getByRole('textbox', { name: /部件/ }), '灯');
  portal.answer(
    calls.update,
    refusal('PSY_INVALID_INPUT', { details: [{ field: '/checks/1/part', message: '这个部件登记过' }] }),
  );
  await user.click(save());
  expect(await line(2).findByRole('alert')).toHaveTextContent('这个部件登记过');
  portal.answer(calls.update, classRow(1));
  await user.click(screen.getByRole('button', { name: '删除检修第 1 行' }));
  await user.click(save());
  await waitFor(() =>
    expect(portal.requests(calls.update).at(-1)?.body).toMatchObject({ checks: [{ part: '灯', result: 'bad' }] }),
  );
  expect(portal.requests(calls.update).at(-1)?.body).not.toHaveProperty('manual');
});

import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import students from '../../../../schemas/entities/student.json' with { type: 'json' };
import { declareCard, home, removeCard, type Card } from '../../../../src/features/home/contract.ts';
import { Cards } from '../../../../src/features/home/web/Cards.tsx';
import { listViews } from '../../../../src/platform/crud/contract/views.ts';
import type { ViewContent } from '../../../../src/platform/home/contract.ts';
import { aPortal, button, schemaOf, show } from '../../../support/component.tsx';

const portal = aPortal();
const student = schemaOf(students);
const MAY = {
  schemas: { student },
  may: {
    index: ['open', 'arrange'],
    'org-manage/student': ['open'],
    'student/archive': ['open'],
    'site-setting': ['create', 'update'],
  },
};

const view = (of: Partial<ViewContent>): ViewContent => ({
  resource: 'student',
  shown_as: 'number',
  query: 'sex=2',
  n: 7,
  ...of,
});
const card = (id: string, title: string, of: Partial<ViewContent>): Card => ({
  key: `view-${id.padEnd(26, '0')}`,
  title,
  size: 'medium',
  state: 'ready',
  content: { view: view(of) },
});

it('are a number, the first rows and a chart, and each opens its list', async () => {
  portal.answer(home, {
    arranged: 'default',
    cards: [
      card('a', '女生人数', {}),
      card('b', '女生名单', {
        shown_as: 'list',
        columns: ['student_no', 'sex'],
        rows: [{ student_id: 's1', child_id: 'c1', child_name: '林晓', student_no: '20260001', sex: 2 }],
      }),
      card('c', '监护人同意', {
        shown_as: 'chart',
        field: 'sex',
        groups: [{ value: '2', n: 5 }, { n: 2 }],
      }),
    ],
  });
  const { user } = show(<Cards />, MAY);
  const at = async (name: string) => within(await screen.findByRole('region', { name }));
  expect(await (await at('女生人数')).findByRole('link')).toHaveAttribute('href', '/org-manage/student?sex=2');
  const list = await at('女生名单');
  expect(list.getByRole('listitem')).toHaveTextContent('林晓20260001女');
  expect(list.getByRole('link', { name: '查看全部 7 条' })).toHaveAttribute('href', '/org-manage/student?sex=2');
  const chart = await at('监护人同意');
  await user.click(chart.getByText('表格'));
  expect(chart.getByRole('link', { name: '女' })).toHaveAttribute('href', '/org-manage/student?sex=2');
  expect(chart.getByRole('row', { name: '未填写 2' })).toBeVisible();
});

it('are added from a shared view and removed where the home page is arranged for everyone', async () => {
  const key = `view-${'d'.padEnd(26, '0')}` as const;
  const sent: unknown[] = [];
  portal.answer(home, {
    cards: [{ key: 'talks', size: 'medium', state: 'hidden' }],
    arranged: 'default',
    organisation: [{ key: 'talks', size: 'medium' }],
  });
  const aView = { view_id: 'v1', resource: 'student', filters: {}, order: [], hidden: [], own: true, owner_name: '王' };
  portal.answer(listViews, {
    items: [
      { ...aView, name: '女生', shared: true, updated_at: '2026-11-01T00:00:00Z' },
      { ...aView, view_id: 'v2', name: '自己的', shared: false, updated_at: '2026-11-01T00:00:00Z' },
    ],
  });
  portal.answer(declareCard, ({ body }) => {
    sent.push(body);
    return { key };
  });
  portal.answer(removeCard, ({ params }) => {
    sent.push(params);
    return { ok: true as const };
  });
  const { user } = show(<Cards />, MAY);
  await user.click(await screen.findByRole('button', { name: '调整首页' }));
  const arrange = within(await screen.findByRole('dialog', { name: '调整首页' }));
  await user.click(arrange.getByText('全单位默认'));
  await user.click(arrange.getByRole('button', { name: '添加卡片' }));
  const dialog = within(await screen.findByRole('form', { name: '添加首页卡片' }));
  await user.click(button('添加'));
  expect(await dialog.findByText('请选择视图')).toBeVisible();
  const pick = async (label: string, option: string) => {
    await user.click(dialog.getByRole('combobox', { name: label }));
    await user.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }));
  };
  await pick('列表', student.title);
  await user.click(dialog.getByText('图表'));
  await pick('视图', '女生');
  expect(screen.queryByText('自己的')).toBeNull();
  await pick('分类字段', '性别');
  expect(dialog.getByLabelText('标题')).toHaveValue('女生');
  await user.click(button('添加'));
  await waitFor(() => expect(sent).toEqual([{ view_id: 'v1', title: '女生', shown_as: 'chart', field: 'sex' }]));
  await user.click(await arrange.findByRole('button', { name: '删除卡片女生' }));
  await user.click(await screen.findByRole('button', { name: '删除卡片' }));
  await waitFor(() => expect(sent[1]).toEqual({ id: key.slice('view-'.length) }));
  await waitFor(() => expect(arrange.queryByRole('button', { name: '删除卡片女生' })).toBeNull());
});

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getPreference } from '../../../../src/platform/crud/contract/preferences.ts';
import {
  createView,
  deleteView,
  listViews,
  updateView,
  type View,
} from '../../../../src/platform/crud/contract/views.ts';
import { NO_NETWORK, refusal } from '../../../support/msw.ts';
import { aSchool, calls, headers, rowsShown, visit } from './support.tsx';

const portal = aSchool();
const view = (change: Partial<View> = {}): View => ({
  view_id: 'v1',
  resource: 'class',
  name: '初二',
  shared: false,
  filters: { grade: '8' },
  sort: '-class_no',
  order: [],
  hidden: ['remark'],
  own: true,
  owner_name: '李超',
  updated_at: '2026-09-01T00:00:00Z',
  ...change,
});
const open = async (query = '') => {
  const page = visit({ at: `/org-manage/class${query}` });
  await rowsShown();
  await page.user.click(screen.getByRole('button', { name: '常用视图' }));
  return page;
};
const press = async ({ user }: ReturnType<typeof visit>, name: string, act: string) => {
  await user.click(await screen.findByRole('button', { name: `视图“${name}”的操作` }));
  await user.click(await screen.findByRole('menuitem', { name: act }));
};

describe('saved views', () => {
  it('show an introduction while there is none', async () => {
    portal.answer(listViews, { items: [] });
    await open();
    expect(await screen.findByText(/下次可以直接使用/)).toBeInTheDocument();
  });

  it('apply filters, order and columns to the list', async () => {
    portal.answer(listViews, { items: [view()] });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: '初二' }));
    await waitFor(() =>
      expect(portal.requests(calls.list).at(-1)?.query).toMatchObject({ grade: '8', sort: '-class_no' }),
    );
    await waitFor(() => expect(headers()).not.toContain('备注'));
  });

  it('are applied when the address names one, which then shows its content; without it the list says so', async () => {
    portal.answer(listViews, { items: [view()] });
    const { router } = visit({ at: '/org-manage/class?view-saved=v1' });
    await rowsShown();
    await waitFor(() =>
      expect(portal.requests(calls.list).at(-1)?.query).toMatchObject({ grade: '8', sort: '-class_no' }),
    );
    expect(headers()).not.toContain('备注');
    expect(router.state.location.search).toBe('?grade=8&sort=-class_no');
    await router.navigate('/org-manage/class?view-saved=gone');
    expect(await screen.findByText(/这个视图已删除/)).toBeInTheDocument();
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('open the list where one is chosen, until its filters are cleared', async () => {
    portal.answer(listViews, { items: [view()] });
    portal.answer(getPreference, { value: { opens_with: 'v1' } });
    const { user, router } = visit({ at: '/org-manage/class' });
    await waitFor(() => expect(router.state.location.search).toBe('?grade=8&sort=-class_no'));
    await rowsShown();
    await router.navigate('/org-manage/class');
    await waitFor(() => expect(portal.requests(calls.list).at(-1)?.query).not.toHaveProperty('grade'));
    await user.click(screen.getByRole('button', { name: '刷新' }));
    expect(router.state.location.search).toBe('');
  });

  it('store the current list, and show a used name at the field', async () => {
    portal.answer(listViews, { items: [] });
    portal.answer(createView, refusal('PSY_CONFLICT', { details: [{ field: '/name', message: '您已有同名的视图' }] }));
    const { user } = await open('?period=3&sort=grade');
    await user.click(await screen.findByRole('button', { name: '保存当前视图' }));
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('请填写视图名称')).toBeInTheDocument();
    await user.type(screen.getByLabelText('视图名称'), ' 初中 ');
    await user.click(screen.getByRole('checkbox', { name: '共享给本单位的同事' }));
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('您已有同名的视图')).toBeInTheDocument();

    portal.answer(
      createView,
      view({ name: '初中', shared: true, filters: { period: '3' }, sort: 'grade', hidden: [] }),
    );
    // The button shows for a moment that it is busy.
    await user.click(await screen.findByRole('button', { name: '保存' }));
    expect(await screen.findByRole('button', { name: /初中/, current: true })).toBeInTheDocument();
    expect(portal.requests(createView).at(-1)?.body).toEqual({
      resource: 'class',
      name: '初中',
      shared: true,
      filters: { period: '3' },
      sort: 'grade',
      order: [],
      hidden: [],
    });
  });

  it('are renamed and updated by their owner, separately', async () => {
    portal.answer(listViews, { items: [view()] });
    portal.answer(updateView, view());
    const page = await open('?period=3');
    await press(page, '初二', '更新为当前设置');
    await waitFor(() =>
      expect(portal.requests(updateView).at(-1)?.body).toEqual({
        name: '初二',
        shared: false,
        filters: { period: '3' },
        order: [],
        hidden: [],
      }),
    );
    await press(page, '初二', '修改名称和共享');
    await page.user.type(screen.getByLabelText('视图名称'), '年级');
    await page.user.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(portal.requests(updateView).at(-1)?.body).toEqual({
        name: '初二年级',
        shared: false,
        filters: { grade: '8' },
        sort: '-class_no',
        order: [],
        hidden: ['remark'],
      }),
    );
  });

  it('of others can only be applied, unless the user is an administrator', async () => {
    portal.answer(listViews, { items: [view({ own: false, shared: true })] });
    await open();
    expect(await screen.findByText('李超 共享')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: '视图“初二”的操作' })).not.toBeInTheDocument();
  });

  it('are deleted after a confirmation that says who else loses them', async () => {
    portal.answer(listViews, { items: [view({ shared: true })] });
    portal.answer(deleteView, { ok: true });
    const page = await open();
    await press(page, '初二', '删除');
    const question = (await screen.findByText(/其他人也不能再使用/)).closest<HTMLElement>('.ant-modal');
    if (!question) throw new Error('no question was asked');
    await page.user.click(within(question).getByRole('button', { name: '删除' }));
    expect(await screen.findByText('已删除视图')).toBeInTheDocument();
    expect(portal.requests(deleteView).map(({ params }) => params)).toEqual([{ id: 'v1' }]);
  });

  it('that fail to load can be loaded again', async () => {
    portal.answer(listViews, NO_NETWORK);
    const { user } = await open();
    portal.answer(listViews, { items: [view()] });
    await user.click(await screen.findByRole('button', { name: '重试' }));
    expect(await screen.findByRole('button', { name: '初二' })).toBeInTheDocument();
  });
});

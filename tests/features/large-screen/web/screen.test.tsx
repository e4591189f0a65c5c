import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createScreenLink,
  largeScreen,
  revokeScreenLink,
  screenLinks,
  shownScreen,
  type ScreenLink,
  type ScreenNumbers,
} from '../../../../src/features/large-screen/contract.ts';
import { HallPage } from '../../../../src/features/large-screen/web/HallPage.tsx';
import { dropScreenKey, screenKey } from '../../../../src/features/large-screen/web/held-key.ts';
import { LargeScreenPage } from '../../../../src/features/large-screen/web/LargeScreenPage.tsx';
import { mergeNumbers } from '../../../../src/features/large-screen/web/merge-numbers.ts';
import { aPortal, button, show } from '../../../support/component.tsx';
import { NO_NETWORK, refusal } from '../../../support/msw.ts';

const portal = aPortal();

const school: ScreenNumbers = {
  org_name: '青禾市第一中学',
  org_type: 2,
  as_of: '2026-11-25T14:00:00+08:00',
  smallest: 5,
  warnings: {
    states: [{ key: 'waiting', n: 10 }, { key: 'taken' }, { key: 'overdue' }],
    warned: 30,
    months: [
      { month: '2026-09', n: 5 },
      { month: '2026-10', last: 10 },
    ],
    sources: [{ source: 1, n: 15 }],
  },
  cases: [{ level: 1 }, { level: 2, n: 5 }, { level: 3 }],
  screening: {
    planned: 1080,
    submitted: 655,
    parts: [
      { key: '3-7', label: '初中 初一', planned: 100, submitted: 40 },
      { key: '3-8', label: '初中 初二', planned: 100 },
    ],
  },
};
const bureau: ScreenNumbers = {
  ...school,
  org_name: '青禾市教育局',
  org_type: 1,
  warnings: { ...school.warnings!, states: [{ key: 'pending', n: 15 }] },
  schools: Array.from({ length: 9 }, (_, i) => ({
    school_id: `s${i}`,
    school_name: `第${i + 1}中学`,
    edu_level: 1,
    product_status: i === 0 ? 2 : 0,
    ...(i === 1 && { warned: 20, answer: 'accepted', planned: 200, submitted: 50 }),
  })),
};
const link: ScreenLink = {
  link_id: 'l1',
  name: '一楼大厅',
  created_by: '李超',
  created_at: '2026-11-20T08:00:00+08:00',
  expires_at: '2026-12-01T08:00:00+08:00',
  state: 'active',
};
const may = { 'large-screen': ['open'], 'large-screen/link': ['open', 'create', 'revoke'] };
const open = (rights: Record<string, string[]> = { 'large-screen': ['open'] }) =>
  show(<LargeScreenPage />, { may: rights });
/** What the page does when it comes to the foreground. */
const lookAgain = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')));

beforeEach(() => {
  portal.answer(largeScreen, school);
  portal.answer(screenLinks, { total: 1, items: [link] });
});

describe('the large screen', () => {
  it('of a school shows its numbers, and says where a group is too small', async () => {
    open();
    expect(await screen.findByText('青禾市第一中学 · 心理健康教育数据大屏')).toBeVisible();
    const waiting = screen.getByRole('region', { name: /待核实的预警/ });
    expect(waiting).toHaveTextContent(/待确认\s*10名.*核实中少于 5.*已超时少于 5/);
    expect(screen.getByRole('region', { name: /在办个案/ })).toHaveTextContent(/一级少于 5.*二级\s*5名/);
    expect(screen.getByRole('region', { name: /^测评进度/ })).toHaveTextContent('61%655 / 1080 名已完成');
    expect(screen.getByRole('region', { name: /各年级测评进度/ })).toHaveTextContent(/初一40%.*初二少于 5/);
    // The table behind each chart.
    expect(screen.getByRole('table', { name: '各月有预警的学生' })).toHaveTextContent('10 月少于 510');
    expect(screen.queryByRole('region', { name: /今日咨询/ })).toBeNull();
    expect(screen.queryByText('投放链接')).toBeNull();
  });

  it('of an institution shows its schools as a tree with their state, in pages that can be turned', async () => {
    portal.answer(largeScreen, bureau);
    const { user } = open();
    const tree = await screen.findByRole('region', { name: /所属学校/ });
    const leaves = () =>
      within(tree)
        .getAllByText(/第\d中学/)
        .map(({ textContent }) => textContent);
    expect(leaves()).toHaveLength(8);
    expect(tree).toHaveTextContent(/第1中学.*已到期.*第2中学.*服务中.*预警学生 20.*测评 25%/);
    await user.click(button('下一页'));
    expect(leaves()).toEqual(['第9中学']);
    expect(within(tree).getByRole('button', { name: '自动翻页' })).toBeVisible();
  });

  it('keeps its numbers while the network is away, and says of when they are', async () => {
    open();
    await screen.findByText(/数据截至/);
    portal.answer(largeScreen, NO_NETWORK);
    await lookAgain();
    expect(await screen.findByText(/网络中断，显示的是 .*:00 的数字/)).toBeVisible();
    expect(screen.getByRole('region', { name: /待核实的预警/ })).toHaveTextContent('10');
    portal.answer(largeScreen, { ...school, as_of: '2026-11-25T14:05:00+08:00' });
    await lookAgain();
    expect(await screen.findByText(/数据截至 .*:05/)).toBeVisible();
  });

  it('draws only what changed', () => {
    const same = mergeNumbers(school, structuredClone(school));
    expect(same.warnings).toBe(school.warnings);
    const changed = mergeNumbers(school, { ...structuredClone(school), cases: [{ level: 1, n: 5 }] });
    expect([changed.warnings === school.warnings, changed.cases]).toEqual([true, [{ level: 1, n: 5 }]]);
    const { cases: _, ...closed } = structuredClone(school);
    expect(mergeNumbers(school, closed).cases).toBeUndefined();
  });
});

describe('links', () => {
  it('are made with a place and an end, and shown once with the key behind the #', async () => {
    portal.answer(createScreenLink, { link_id: 'l2', key: '2001.abc', expires_at: link.expires_at });
    const { user } = open(may);
    await user.click(await screen.findByRole('button', { name: '新建投放链接' }));
    const dialog = await screen.findByRole('dialog', { name: '新建投放链接' });
    const make = within(dialog).getByRole('button', { name: '新建投放链接' });
    await user.click(make);
    expect(await within(dialog).findByText('请填写屏幕所在的位置')).toBeVisible();
    await user.type(within(dialog).getByLabelText('投放位置'), ' 图书馆 ');
    await user.dblClick(make);
    expect(await screen.findByText(`${window.location.origin}/screen#2001.abc`)).toBeVisible();
    expect(portal.requests(createScreenLink).map(({ body }) => body)).toEqual([{ name: '图书馆', valid_hours: 168 }]);
    await user.click(button('关闭'));
    await waitFor(() => expect(screen.queryByText(/2001\.abc/)).toBeNull());
  });

  it('are revoked after a question, and a failure stays in it', async () => {
    portal.answer(revokeScreenLink, refusal('PSY_NOT_FOUND'));
    const { user } = open(may);
    await user.click(await screen.findByRole('button', { name: '停用“一楼大厅”的链接' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: '停用' }));
    expect(await within(dialog).findByRole('alert')).toBeVisible();
    portal.answer(revokeScreenLink, { ok: true });
    portal.answer(screenLinks, { total: 1, items: [{ ...link, state: 'revoked' }] });
    await user.click(within(dialog).getByRole('button', { name: '停用' }));
    expect(await screen.findByText('已停用“一楼大厅”的链接')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: '停用“一楼大厅”的链接' })).toBeNull());
  });
});

describe('the page of a hall', () => {
  beforeEach(() => dropScreenKey());
  const shown = { numbers: school, expires_at: link.expires_at, next_at: '2026-11-25T14:15:00+08:00' };

  it('takes the key out of the address, keeps it for a reload of the tab, and asks with it', async () => {
    portal.answer(shownScreen, shown);
    const { address } = show(<HallPage />, { path: '/screen', at: '/screen#2001.abc' });
    expect(await screen.findByRole('heading', { level: 1, name: /青禾市第一中学/ })).toBeVisible();
    expect(address()).toBe('/screen');
    cleanup();
    show(<HallPage />, { path: '/screen' });
    expect(await screen.findByRole('heading', { level: 1, name: /青禾市第一中学/ })).toBeVisible();
    expect(portal.requests(shownScreen).map(({ body }) => body)).toEqual([{ key: '2001.abc' }, { key: '2001.abc' }]);
  });

  it('goes dark and forgets the key when the link has ended', async () => {
    portal.answer(shownScreen, shown);
    show(<HallPage />, { path: '/screen', at: '/screen#2001.abc' });
    await screen.findByRole('heading', { level: 1 });
    portal.answer(shownScreen, refusal('PSY_SCREEN_LINK_ENDED'));
    await lookAgain();
    expect(await screen.findByRole('heading', { name: '投放链接已失效' })).toBeVisible();
    expect(screen.queryByText(/待核实的预警/)).toBeNull();
    expect(screenKey()).toBeUndefined();
    await lookAgain();
    expect(portal.requests(shownScreen)).toHaveLength(2);
  });

  it('says what to do without a key', async () => {
    show(<HallPage />, { path: '/screen' });
    expect(await screen.findByRole('heading', { name: '请用管理员提供的投放链接打开' })).toBeVisible();
    expect(portal.requests(shownScreen)).toEqual([]);
  });
});

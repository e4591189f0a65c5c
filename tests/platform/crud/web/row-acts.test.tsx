import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Act } from '../../../../src/platform/crud/web/acts/act.ts';
import { RowActs } from '../../../../src/platform/crud/web/acts/RowActs.tsx';
import { aPortal, show } from '../../../support/component.tsx';

aPortal();

const act = (key: string, group?: string): Act => ({ key, label: key, group, run: vi.fn() });
const buttons = () => screen.getAllByRole('button').map((one) => one.getAttribute('aria-label'));

it('shows two acts and 更多; acts of a group are a submenu there', async () => {
  const acts = [act('家长'), act('转班', '学籍'), act('编辑'), act('休学', '学籍'), act('档案', '档案'), act('删除')];
  const { user } = show(<RowActs acts={acts} of="王小明" />);
  expect(buttons()).toEqual(['家长 王小明', '编辑 王小明', '更多 王小明']);
  await user.click(screen.getByRole('button', { name: '更多 王小明' }));
  // A group of one is the act itself.
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['学籍', '档案', '删除']);
  await user.click(screen.getByRole('menuitem', { name: /学籍/ }));
  await user.click(await screen.findByRole('menuitem', { name: '休学' }));
  expect(acts[3]?.run).toHaveBeenCalledOnce();
});

it('shows acts of a group as buttons where there are no others', () => {
  show(<RowActs acts={[act('转班', '学籍'), act('休学', '学籍')]} of="王小明" />);
  expect(buttons()).toEqual(['转班 王小明', '休学 王小明']);
});

import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { examProgress } from '../../../../src/features/screening/contract/exams.ts';
import { examRoom, type Seat } from '../../../../src/features/screening/contract/rooms.ts';
import { restoreInRoom } from '../../../../src/features/screening/contract/seats.ts';
import { RoomPage } from '../../../../src/features/screening/web/planning/RoomPage.tsx';
import { aPortal, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const AT = '2026-11-20T10:00:00Z';
const seat = (child_id: string, more: Partial<Seat>): Seat => ({
  child_id,
  child_name: child_id,
  student_no: '1',
  state: 'answering',
  answered: 3,
  total: 9,
  unsent: 0,
  lost: false,
  ...more,
});

beforeEach(() => {
  portal.answer(examRoom, {
    exam_name: '秋季筛查',
    at: AT,
    total: 4,
    items: [
      seat('甲', { contact_at: AT }),
      seat('乙', { contact_at: '2026-11-20T09:55:00Z', unsent: 2, lost: true }),
      seat('丙', { state: 'still', contact_at: AT }),
      seat('丁', { state: 'not_started', answered: 0 }),
    ],
  });
  portal.answer(examProgress, () => refusal('AC_FORBIDDEN', { status: 403 }));
});
const open = () =>
  show(<RoomPage />, {
    path: '/screening/room/:exam_id',
    at: '/screening/room/e1',
    may: { 'screening/room': ['open', 'create'] },
  });
const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }));

it('shows the state of each seat, what its device still holds and when it was heard from', async () => {
  open();
  await screen.findByRole('row', { name: /甲/ });
  expect(row('甲').getByText('作答中')).toBeVisible();
  expect(row('甲').getByText('刚刚')).toBeVisible();
  for (const text of ['2 个答案', '联系中断']) expect(row('乙').getByText(text)).toBeVisible();
  expect(row('乙').getByText(/5 分钟前/)).toBeVisible();
  expect(row('丙').getByText('停顿')).toBeVisible();
  expect(row('丁').getByText('未开始')).toBeVisible();
});

it('restores files, each with its outcome in words, and shows a number and no answer', async () => {
  const { user } = open();
  await screen.findByRole('row', { name: /甲/ });
  const files = () => document.querySelector<HTMLInputElement>('input[type=file]') ?? expect.fail('no field for files');
  const file = (name: string) => new File(['{"kind":"x"}'], name, { type: 'application/json' });
  portal.answer(restoreInRoom, { child_id: 'c1', child_name: '乙', restored: 2, superseded: 1, late: 0 });
  await user.upload(files(), file('a.json'));
  expect(await screen.findByText(/乙：已恢复 2 个答案；另有 1 个之后在其他设备上重新作答/)).toBeVisible();
  expect(portal.requests(restoreInRoom)[0]?.body).toEqual({ file: '{"kind":"x"}' });
  portal.answer(restoreInRoom, refusal('PSY_RESCUE_BROKEN', { status: 400 }));
  await user.upload(files(), file('b.json'));
  expect(await screen.findByText(/这个文件打不开/)).toBeVisible();
});

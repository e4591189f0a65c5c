import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import {
  bookAppointment,
  cancelAppointment,
  myAppointments,
  myFreeSlots,
  type Appointment,
} from '../../../../src/features/interventions/contract/records.ts';
import { OwnAppointments } from '../../../../src/features/interventions/web/OwnAppointments.tsx';
import { choose } from '../../../../src/platform/session/web/current-user.ts';
import { aPortal, button, later, show } from '../../../support/component.tsx';
import { student } from '../../../support/msw-data.ts';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const appointment: Appointment = {
  appointment_id: 'a1',
  child_id: 'c1',
  child_name: '王小明',
  start_at: '2026-11-23T06:00:00Z',
  minutes: 30,
  counsellor_name: '周敏',
  place: '咨询室 3',
  status: 1,
  may_cancel: true,
};

beforeEach(() => {
  choose(student(), { identity: 1, org_id: '2001', role_id: null });
  portal.answer(myAppointments, { total: 0, items: [], may_book: true });
  portal.answer(myFreeSlots, {
    total: 1,
    items: [{ slot: 's1@2026-11-23', start_at: '2026-11-23T06:00:00Z', minutes: 30, counsellor_name: '周敏' }],
  });
});

it('books a chosen hour once, and shows it', async () => {
  const { user } = show(<OwnAppointments />);
  await user.click(await screen.findByRole('button', { name: '约一个时间' }));
  const dialog = await screen.findByRole('dialog');
  const hour = await within(dialog).findByRole('radio', { name: /周敏老师/ });
  expect(hour).not.toBeChecked();
  expect(within(dialog).getByRole('button', { name: '就约这个时间' })).toBeDisabled();
  await user.click(hour);
  const slow = later<{ appointment_id: string }>();
  portal.answer(bookAppointment, slow.answer);
  await user.dblClick(within(dialog).getByRole('button', { name: '就约这个时间' }));
  portal.answer(myAppointments, { total: 1, items: [appointment], may_book: true });
  slow.give({ appointment_id: 'a1' });
  expect(await screen.findByText('周敏老师 · 咨询室 3')).toBeVisible();
  expect(portal.requests(bookAppointment).map(({ body }) => body)).toEqual([{ slot: 's1@2026-11-23' }]);
});

it('reads the hours again when another student was faster', async () => {
  portal.answer(bookAppointment, refusal('PSY_CONFLICT', { status: 409 }));
  const { user } = show(<OwnAppointments />);
  await user.click(await screen.findByRole('button', { name: '约一个时间' }));
  await user.click(await screen.findByRole('radio'));
  portal.answer(myFreeSlots, { total: 0, items: [] });
  await user.click(button('就约这个时间'));
  expect(await screen.findByText(/现在没有可以约的时间/)).toBeVisible();
});

it('cancels after a question', async () => {
  portal.answer(myAppointments, { total: 1, items: [appointment], may_book: true });
  portal.answer(cancelAppointment, () => {
    portal.answer(myAppointments, {
      total: 1,
      items: [{ ...appointment, status: 3, may_cancel: false }],
      may_book: true,
    });
    return { ok: true } as const;
  });
  const { user } = show(<OwnAppointments />);
  await user.click(await screen.findByRole('button', { name: '取消预约' }));
  const question = await screen.findByRole('dialog', { name: /取消这次预约吗/ });
  await user.click(within(question).getByRole('button', { name: '取消预约' }));
  expect(await screen.findByText('已取消')).toBeVisible();
  expect(portal.requests(cancelAppointment).map(({ body }) => body)).toEqual([{ from: '2026-11-23T06:00:00Z' }]);
  await waitFor(() => expect(screen.queryByRole('button', { name: '取消预约' })).toBeNull());
});

it.each([
  ['to a school’s students where it offers none', () => refusal('AC_FORBIDDEN', { status: 403 })],
  ['to guardians who may not see any', () => ({ total: 0, items: [], may_book: false })],
])('shows nothing %s', async (_, answer) => {
  portal.answer(myAppointments, answer());
  show(<OwnAppointments />);
  await expect.poll(() => portal.requests(myAppointments).length).toBe(1);
  expect(screen.queryByRole('heading')).toBeNull();
});

import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import {
  putRosterFile,
  readRosterBox,
  rosterBox,
  setRosterBox,
  type RosterBox,
} from '../../../../src/features/roster/box-contract.ts';
import { rosterProposals } from '../../../../src/features/roster/contract.ts';
import { RosterPage } from '../../../../src/features/roster/web/RosterPage.tsx';
import { chooseOption } from '../../../platform/crud/web/support.tsx';
import { aPortal, button, holdProof, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const RIGHTS = { 'org-manage/roster': ['open', 'import'], 'org-manage/roster/box': ['open', 'update'] };
const waiting: RosterBox = {
  hour: 2,
  writes: false,
  set_by: '李老师',
  due_at: '2026-11-21T18:00:00.000Z',
  file: { file_name: 'night.zip', put_at: '2026-11-20T08:00:00.000Z', put_by: '教务系统', is_read: false },
};
const ready: RosterBox = {
  ...waiting,
  file: { ...waiting.file!, is_read: true },
  latest: {
    state: 'ready',
    read_at: '2026-11-20T18:00:00.000Z',
    file_name: 'night.zip',
    received: {
      school: '第一中学',
      absent: [],
      left_out: 0,
      proposals: 0,
      parts: [
        { part: 'class', rows: 3, state: 'begun', import_id: 'i1' },
        { part: 'student', rows: 90, state: 'waiting' },
      ],
    },
  },
};
beforeEach(() => {
  holdProof();
  portal.answer(rosterProposals, { total: 0, items: [] });
});

it('sets the hour, and whether the roster is written without a person', async () => {
  portal.answer(rosterBox, { writes: false });
  portal.answer(setRosterBox, { ...waiting, hour: 3, writes: true });
  const { user } = show(<RosterPage />, { may: RIGHTS });
  const hour = await screen.findByRole('combobox', { name: '每天读取的时刻' });
  expect(screen.getByRole('checkbox', { name: '读取以后自动写入' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: '放入名册' })).toBeNull();
  await chooseOption(user, hour, '3:00');
  await user.click(screen.getByRole('checkbox', { name: '读取以后自动写入' }));
  await user.click(button('保存'));
  await waitFor(() => expect(portal.requests(setRosterBox)[0]?.body).toEqual({ hour: 3, writes: true }));
});

it('shows what waits, takes a file, and says what is wrong with one', async () => {
  portal.answer(rosterBox, waiting);
  portal.answer(
    putRosterFile,
    refusal('PSY_INVALID_INPUT', { details: [{ field: '', message: 'users.csv：压缩文件里没有这个文件' }] }),
  );
  const { user } = show(<RosterPage />, { may: RIGHTS });
  expect(await screen.findByText(/等待读取：night.zip，教务系统于 2026-11-20 16:00 放入/)).toBeVisible();
  expect(screen.getByText(/以李老师的权限读取和写入/)).toBeVisible();
  const inputs = document.querySelectorAll<HTMLInputElement>('input[type=file]');
  await user.upload(inputs[1]!, new File(['{}'], 'new.zip', { type: 'application/zip' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('users.csv：压缩文件里没有这个文件');
});

it('shows the parts of the latest one, and goes on with the students from the same file', async () => {
  portal.answer(rosterBox, ready);
  portal.answer(readRosterBox, { ok: true });
  const { user } = show(<RosterPage />, { may: RIGHTS });
  expect(await screen.findByText('已预览，等待写入')).toBeVisible();
  expect(screen.getByText('第一中学')).toBeVisible();
  await user.click(button('班级已写入，预览学生'));
  await waitFor(() => expect(portal.requests(readRosterBox)[0]?.body).toEqual({ part: 'student' }));
});

it('is not shown to people who may not set it', async () => {
  show(<RosterPage />, { may: { 'org-manage/roster': ['open'] } });
  expect(await screen.findByRole('heading', { name: '导入名册' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: '定时读取' })).toBeNull();
  expect(portal.requests(rosterBox)).toEqual([]);
});

import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { myConsents, myTalks } from '../../../../src/features/screening/contract/own.ts';
import { myExams, retake, type MyExam } from '../../../../src/features/screening/contract/sheets.ts';
import { OwnHome } from '../../../../src/features/screening/web/own/OwnHome.tsx';
import { sessionStore } from '../../../../src/platform/http/web/portal.ts';
import { sessionFrom } from '../../../../src/platform/http/web/session-store.ts';
import { choose } from '../../../../src/platform/session/web/current-user.ts';
import { aPortal, button, later, show } from '../../../support/component.tsx';
import { student } from '../../../support/msw-data.ts';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const exam: MyExam = {
  exam_id: 'e1',
  child_exam_id: 'h1',
  child_id: 'c1',
  child_name: '王小明',
  exam_name: '秋季心情问卷',
  status: 'scored',
  starts_at: '2026-11-01T00:00:00Z',
  ends_at: '2099-11-30T00:00:00Z',
  answered: 3,
  total: 3,
  attempt: 1,
  submitted_at: '2026-11-02T00:00:00Z',
  may_retake: false,
  result: false,
};

beforeEach(() => {
  sessionStore.clear();
  sessionStore.setSession({ ...sessionFrom(portal.pair('a'), Date.now(), 'password'), user_id: 'u2' });
  choose(student(), { identity: 1, org_id: '2001', role_id: null });
  portal.answer(myConsents, { total: 0, items: [] });
  portal.answer(myTalks, { total: 0, items: [], people: [] });
});
const open = () => show(<OwnHome />, { path: '/*', at: '/index' });

it('lets a student fill in a questionnaire again, once per click, and says which time it is', async () => {
  portal.answer(myExams, { total: 1, items: [{ ...exam, attempt: 2, may_retake: true }], may_answer: true });
  const slow = later<{ child_exam_id: string }>();
  portal.answer(retake, slow.answer);
  const { user, address } = open();
  expect(await screen.findByRole('heading', { name: '秋季心情问卷（第 2 次）' })).toBeVisible();
  await user.dblClick(button('再填一次'));
  slow.give({ child_exam_id: 'h2' });
  await expect.poll(address).toBe('/my/exam/h2');
  expect(portal.requests(retake)).toHaveLength(1);
});

it('stays where a questionnaire cannot be filled in again', async () => {
  portal.answer(myExams, { total: 1, items: [{ ...exam, may_retake: true }], may_answer: true });
  portal.answer(retake, refusal('PSY_NO_RETAKE', { status: 409 }));
  const { user, address } = open();
  await user.click(await screen.findByRole('button', { name: '再填一次' }));
  await expect.poll(() => portal.requests(retake).length).toBe(1);
  await waitFor(() => expect(button('再填一次')).not.toHaveClass('ant-btn-loading'));
  expect(address()).toBe('/index');
});

it('shows a guardian what is to be decided and what the child has to do, in words of their own', async () => {
  choose(student({ roles: [{ role_id: 2 }] }), { identity: 2, org_id: '2001', role_id: null });
  portal.answer(myExams, { total: 1, items: [{ ...exam, status: 'open' }], may_answer: false });
  portal.answer(myConsents, {
    total: 1,
    items: [
      {
        exam_id: 'e2',
        exam_name: '冬季问卷',
        child_id: 'c1',
        child_name: '王小明',
        text: '由您决定。',
        state: 'open',
        may_agree: true,
        history: [],
      },
    ],
  });
  open();
  const decide = await screen.findByRole('region', { name: '需要我处理的' });
  expect(within(decide).getByRole('heading', { name: '王小明 · 冬季问卷' })).toBeVisible();
  const theirs = screen.getByRole('region', { name: '孩子的事项' });
  expect(within(theirs).getByRole('heading', { name: '王小明 · 秋季心情问卷' })).toBeVisible();
  expect(screen.queryByText('等我做的事')).toBeNull();
  const talk = screen.getByRole('region', { name: '和老师谈谈孩子' });
  expect(within(talk).getByText(/只有在担心孩子的安全时/)).toBeVisible();
  expect(screen.queryByRole('link', { name: '开始' })).toBeNull();
});

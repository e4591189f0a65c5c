import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { assent, examSignIn, readAssent } from '../../../../src/features/screening/contract/rooms.ts';
import { chooseTalk, seatContact, talkChoices } from '../../../../src/features/screening/contract/seats.ts';
import { putAnswers, readSheet, submitSheet } from '../../../../src/features/screening/contract/sheets.ts';
import { CodePage } from '../../../../src/features/screening/web/code/CodePage.tsx';
import { sessionStore } from '../../../../src/platform/http/web/portal.ts';
import { signOut } from '../../../../src/platform/identity/contract.ts';
import { aPortal, button, show } from '../../../support/component.tsx';
import { NO_NETWORK, refusal } from '../../../support/msw.ts';
import { aSheet } from './support.ts';

const portal = aPortal();
const WRONG = '这个码不能用：可能输错了、过期了，或者老师换过新的码。请再看一看，或者问老师';

beforeEach(() => {
  sessionStore.clear();
  portal.answer(signOut, { ok: true });
  portal.answer(readSheet, aSheet());
  portal.answer(readAssent, { text: '你可以随时停下来。', given: false, may_agree: true });
  portal.answer(putAnswers, { answered: 1, total: 3 });
  portal.answer(submitSheet, { ok: true });
  portal.answer(seatContact, { ok: true });
  portal.answer(talkChoices, { people: [{ choice: 'abcdefghijkl', real_name: '周敏' }] });
  portal.answer(chooseTalk, { ok: true });
});

const SIGNED_IN = { org_id: '2001', org_type: 2, exam_id: 'e1', child_exam_id: 'h1' };
const asked = () => portal.answer(readAssent, { text: '你可以随时停下来。', given: true, may_agree: false });

const open = async (code: string) => {
  const { user } = show(<CodePage />, { path: '/exam-code' });
  await user.type(screen.getByRole('textbox', { name: '测评码' }), `${code}{Enter}`);
  return user;
};

it('says in plain words that a code is incomplete or wrong, and starts no session', async () => {
  portal.answer(examSignIn, refusal('PSY_EXAM_CODE_WRONG', { status: 401 }));
  const user = await open('abc');
  expect(await screen.findByText('请输入老师发的 8 个字母和数字')).toBeVisible();
  expect(portal.requests(examSignIn)).toHaveLength(0);
  await user.type(screen.getByRole('textbox', { name: '测评码' }), 'd 2345{Enter}');
  expect(await screen.findByText(WRONG)).toBeVisible();
  expect(sessionStore.session()).toBeUndefined();
});

it('asks for the assent, shows the sheet, and leaves nothing on the PC after the submission', async () => {
  portal.answer(examSignIn, {
    ...portal.pair('a'),
    org_id: '2001',
    org_type: 2,
    exam_id: 'e1',
    child_exam_id: 'h1',
  });
  portal.answer(assent, () => {
    portal.answer(readAssent, { text: '你可以随时停下来。', given: true, may_agree: false });
    return { consent_id: 'x' };
  });
  const user = await open(' abcd-2345 ');
  expect(await screen.findByText('你可以随时停下来。')).toBeVisible();
  expect(portal.requests(examSignIn)[0]?.body).toMatchObject({ code: 'ABCD2345' });
  expect(screen.queryByRole('radiogroup')).toBeNull();
  await user.click(button('我愿意参加'));
  expect(await screen.findByRole('radiogroup', { name: /做事提不起劲/ })).toBeVisible();
  // The keys work without a click before them.
  await user.keyboard('{ArrowRight}');
  for (let i = 0; i < 2; i += 1) await user.click(screen.getByRole('button', { name: /先跳过/ }));
  await user.click(button('就这样交'));
  expect(await screen.findByRole('heading', { name: '已经交了，谢谢你' })).toBeVisible();
  expect(portal.requests(signOut)).toHaveLength(1);
  expect(sessionStore.session()).toBeUndefined();
});

it('asks before it takes a sheet over that is open elsewhere, at the code and at the sheet', async () => {
  asked();
  portal.answer(examSignIn, ({ body }) =>
    (body as { ask: boolean }).ask ? refusal('PSY_SHEET_ELSEWHERE') : { ...portal.pair('a'), ...SIGNED_IN },
  );
  portal.answer(readSheet, aSheet());
  const user = await open('abcd2345');
  expect(await screen.findByText(/正在另一台电脑上开着/)).toBeVisible();
  expect(portal.requests(readSheet)).toHaveLength(0);
  await user.click(button('重新输入测评码'));
  await user.click(button('开始'));
  await user.click(await screen.findByRole('button', { name: '在这里接着填' }));
  expect(await screen.findByRole('radiogroup', { name: /做事提不起劲/ })).toBeVisible();
  expect(portal.requests(readSheet)[0]?.query).toMatchObject({ take: 'true' });
});

it('does not take a sheet back from another device unasked', async () => {
  asked();
  portal.answer(examSignIn, { ...portal.pair('a'), ...SIGNED_IN });
  portal.answer(readSheet, ({ query }) => (query['take'] ? aSheet() : refusal('PSY_SHEET_ELSEWHERE')));
  const user = await open('abcd2345');
  await user.click(await screen.findByRole('button', { name: '在这里接着填' }));
  expect(await screen.findByRole('radiogroup', { name: /做事提不起劲/ })).toBeVisible();
});

it('asks everybody about a talk in the same list and sends the same, and has help on every screen', async () => {
  asked();
  portal.answer(examSignIn, { ...portal.pair('a'), ...SIGNED_IN });
  const user = await open('abcd2345');
  await screen.findByRole('radiogroup', { name: /做事提不起劲/ });
  expect(button('需要帮助')).toBeVisible();
  for (const _ of [1, 2, 3]) await user.click(button('先跳过'));
  expect(await screen.findByRole('radio', { name: '想和周敏老师谈' })).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(button('就这样交'));
  expect(await screen.findByRole('heading', { name: '已经交了，谢谢你' })).toBeVisible();
  expect(portal.requests(chooseTalk).map(({ body }) => body)).toEqual([{ choice: '------------' }]);
  await user.click(button('下一位同学'));
  expect(await screen.findByRole('textbox', { name: '测评码' })).toBeVisible();
});

it('reports a number to the monitor, says calmly that nothing is kept here, and saves what cannot be sent', async () => {
  asked();
  portal.answer(examSignIn, { ...portal.pair('a'), ...SIGNED_IN });
  const user = await open('abcd2345');
  await screen.findByRole('radiogroup', { name: /做事提不起劲/ });
  // There is no IndexedDB here.
  expect(screen.getByText(/这台设备存不了答案，每答一题会马上送出/)).toBeVisible();
  await expect.poll(() => portal.requests(seatContact).length).toBe(1);
  expect(portal.requests(seatContact)[0]?.body).toEqual({ device_id: expect.any(String), unsent: 0 });
  await user.click(screen.getByRole('radio', { name: '有几天' }));
  await expect.poll(() => portal.requests(putAnswers).length).toBe(1);
  expect(await screen.findByText('已保存')).toBeVisible();
  expect(screen.queryByRole('button', { name: /存成文件/ })).toBeNull();
  // An answer causes no report.
  expect(portal.requests(seatContact)).toHaveLength(1);
  portal.answer(putAnswers, NO_NETWORK);
  await user.click(screen.getByRole('radio', { name: '几乎每天' }));
  expect(await screen.findByRole('button', { name: '把没送出的答案存成文件' })).toBeVisible();
});

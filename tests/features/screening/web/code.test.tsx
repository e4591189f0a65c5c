import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { assent, examSignIn, readAssent } from '../../../../src/features/screening/contract/rooms.ts';
import { putAnswers, readSheet, submitSheet } from '../../../../src/features/screening/contract/sheets.ts';
import { CodePage } from '../../../../src/features/screening/web/code/CodePage.tsx';
import { sessionStore } from '../../../../src/platform/http/web/portal.ts';
import { signOut } from '../../../../src/platform/identity/contract.ts';
import { aPortal, button, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';
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
});

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
  await user.keyboard('{ArrowRight}');
  for (let i = 0; i < 3; i += 1) await user.click(screen.getByRole('button', { name: /先跳过/ }));
  await user.click(button('就这样交'));
  expect(await screen.findByRole('heading', { name: '已经交了，谢谢你' })).toBeVisible();
  expect(portal.requests(signOut)).toHaveLength(1);
  expect(sessionStore.session()).toBeUndefined();
});

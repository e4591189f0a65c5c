import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import {
  agree,
  askForTalk,
  myConsents,
  myTalks,
  type MyConsent,
} from '../../../../src/features/screening/contract/own.ts';
import { putAnswers, readSheet, submitSheet } from '../../../../src/features/screening/contract/sheets.ts';
import { underWay } from '../../../../src/features/screening/web/offline/under-way.ts';
import { SheetPage } from '../../../../src/features/screening/web/sheet/SheetPage.tsx';
import { sessionStore } from '../../../../src/platform/http/web/portal.ts';
import { sessionFrom } from '../../../../src/platform/http/web/session-store.ts';
import { choose } from '../../../../src/platform/session/web/current-user.ts';
import { aPortal, button, later, show } from '../../../support/component.tsx';
import { student } from '../../../support/msw-data.ts';
import { NO_NETWORK, refusal } from '../../../support/msw.ts';
import { aSheet } from './support.ts';

const portal = aPortal();
const consent: MyConsent = {
  exam_id: 'e1',
  exam_name: '秋季心情问卷',
  child_id: 'c1',
  child_name: '王小明',
  text: '答案没有对错。\n你可以随时停下来。',
  state: 'given',
  may_agree: false,
  history: [],
};

beforeEach(() => {
  sessionStore.clear();
  sessionStore.setSession({ ...sessionFrom(portal.pair('a'), Date.now(), 'password'), user_id: 'u2' });
  choose(student(), { identity: 1, org_id: '2001', role_id: null });
  portal.answer(myConsents, { total: 1, items: [consent] });
  portal.answer(myTalks, { total: 0, items: [], people: [{ user_id: 't1', real_name: '周敏' }] });
  portal.answer(readSheet, aSheet());
  portal.answer(putAnswers, { answered: 1, total: 3 });
});

const open = () => show(<SheetPage />, { path: '/my/exam/:child_exam_id', at: '/my/exam/h1' });
const sent = () =>
  portal
    .requests(putAnswers)
    .flatMap(({ body }) => (body as { answers: { item_id: string; value: unknown; seq: number }[] }).answers);

it('asks for the agreement first, in the words of the school, and refusing leads home', async () => {
  portal.answer(myConsents, { total: 1, items: [{ ...consent, state: 'open', may_agree: true }] });
  const { user, address } = open();
  expect(await screen.findByText('你可以随时停下来。')).toBeVisible();
  expect(screen.queryByRole('radiogroup')).toBeNull();
  expect(screen.getByRole('link', { name: /12356/ })).toHaveAttribute('href', 'tel:12356');
  portal.answer(agree, () => {
    portal.answer(myConsents, { total: 1, items: [consent] });
    return { consent_id: 'x' };
  });
  await user.click(button('我愿意参加'));
  expect(await screen.findByRole('radiogroup', { name: /做事提不起劲/ })).toBeVisible();
  expect(portal.requests(agree)[0]?.body).toEqual({ exam_id: 'e1', child_id: 'c1', agree: true });
  expect(address()).toBe('/my/exam/h1');
});

it('takes digits, Enter and arrows, sends every answer, and goes back to earlier questions', async () => {
  const { user } = open();
  await screen.findByRole('radiogroup', { name: /做事提不起劲/ });
  await user.click(screen.getByRole('radio', { name: '有几天' }));
  await user.keyboard('{Enter}');
  expect(screen.getByRole('heading', { name: /睡不好/ })).toHaveFocus();
  expect(screen.getByText('第 2 题，共 3 题')).toHaveAttribute('role', 'status');
  await user.keyboard('4');
  expect(screen.getByRole('radio', { name: '几乎每天' })).toBeChecked();
  await user.keyboard('{ArrowLeft}');
  expect(screen.getByRole('radio', { name: '有几天' })).toBeChecked();
  await user.keyboard('1{ArrowRight}{ArrowRight}');
  expect(screen.getByRole('radiogroup', { name: /觉得累/ })).toBeVisible();
  await expect
    .poll(() => sent().map(({ item_id, value }) => [item_id, value]))
    .toEqual([
      ['1', 1],
      ['2', 3],
      ['1', 0],
    ]);
  const seqs = sent().map(({ seq }) => seq);
  expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
  expect(await screen.findByText('已保存')).toBeVisible();
  expect(screen.getByText(/已答 2 \/ 3 题/)).toBeVisible();
});

it('keeps going without network, says so calmly, and does not submit before everything is sent', async () => {
  const { user } = open();
  await screen.findByRole('radiogroup', { name: /做事提不起劲/ });
  portal.answer(putAnswers, NO_NETWORK);
  await user.keyboard('2');
  await user.click(screen.getByRole('radio', { name: '有几天' }));
  expect(await screen.findByText('正在等待网络。请不要关掉这一页')).toBeVisible();
  await user.keyboard('{Enter}1{Enter}1{Enter}');
  expect(await screen.findByRole('heading', { name: '都答完了' })).toBeVisible();
  portal.answer(submitSheet, { ok: true });
  await user.click(button('交给老师'));
  expect(await screen.findByText(/还有答案在等网络/)).toBeVisible();
  expect(portal.requests(submitSheet)).toEqual([]);
  portal.answer(putAnswers, { answered: 3, total: 3 });
  await user.click(await screen.findByRole('button', { name: '交给老师' }));
  expect(await screen.findByRole('heading', { name: '谢谢你' })).toBeVisible();
  expect(new Set(sent().map(({ item_id }) => item_id))).toEqual(new Set(['1', '2', '3']));
});

it('lists what is missing, asks everybody about a talk, and submits', async () => {
  const { user } = open();
  await screen.findByRole('radiogroup');
  for (const _ of [1, 2, 3]) await user.click(button('先跳过'));
  expect(await screen.findByText(/还有 3 题没答/)).toBeVisible();
  await user.click(button('第 2 题'));
  await user.click(screen.getByRole('radio', { name: '从来没有' }));
  for (const name of ['下一题', '先跳过']) await user.click(button(name));
  await user.click(screen.getByRole('radio', { name: '想' }));
  await user.type(screen.getByRole('textbox', { name: /想说的话/ }), '和同学吵架了');
  portal.answer(askForTalk, { request_id: 'r1' });
  portal.answer(submitSheet, { ok: true });
  await user.click(button('就这样交'));
  expect(await screen.findByRole('heading', { name: '谢谢你' })).toBeVisible();
  expect(portal.requests(askForTalk)[0]?.body).toEqual({ child_id: 'c1', child_exam_id: 'h1', note: '和同学吵架了' });
  expect(portal.requests(submitSheet)[0]?.body).toEqual({ incomplete: true });
});

it('shows earlier answers, all questions at once, and large type', async () => {
  portal.answer(readSheet, aSheet({ answers: [{ scale_id: 'mood', item_id: '1', value: 2, answered_at: '' }] }));
  const { user } = open();
  expect(await screen.findByText('第 2 题，共 3 题')).toBeVisible();
  await user.click(screen.getByRole('switch', { name: '全部题目' }));
  const groups = screen.getAllByRole('radiogroup');
  expect(groups).toHaveLength(3);
  expect(within(groups[0] as HTMLElement).getByRole('radio', { name: '一半以上的日子' })).toBeChecked();
  await user.click(screen.getByRole('switch', { name: '大字' }));
  expect(document.querySelector('[data-large=true]')).not.toBeNull();
  await user.click(button('休息一下'));
  expect(await screen.findByText(/已经填的都存好了/)).toBeVisible();
  await user.click(button('继续'));
  expect(screen.getAllByRole('radiogroup')).toHaveLength(3);
});

it('says what else can be: another device, no network, not open, no consent', async () => {
  portal.answer(readSheet, ({ query }) => (query['take'] ? aSheet() : refusal('PSY_SHEET_ELSEWHERE')));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: /在这里接着填/ }));
  expect(await screen.findByRole('radiogroup')).toBeVisible();
});

it.each([
  ['planned', /开始，到时候再来/],
  ['waiting_consent', /家长同意之后才能填/],
  ['closed', /现在不能再填了/],
  ['submitted', /答案已经交给老师了/],
] as const)('shows no question of a sheet that is %s', async (status, words) => {
  portal.answer(readSheet, aSheet({ status, scales: [] }));
  open();
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByRole('radiogroup')).toBeNull();
});

it('that cannot be loaded without network says where the answers are', async () => {
  portal.answer(readSheet, NO_NETWORK);
  const { user } = open();
  expect(await screen.findByText(/你在这台设备上填过的答案还在/)).toBeVisible();
  portal.answer(readSheet, aSheet());
  await user.click(button('再试一次'));
  expect(await screen.findByRole('radiogroup')).toBeVisible();
});

it('offers help once when the server asks for it, without a word about an answer, and goes on', async () => {
  portal.answer(putAnswers, { answered: 1, total: 3, offer: true });
  portal.answer(askForTalk, { request_id: 'r1' });
  const { user } = open();
  await screen.findByRole('radiogroup');
  await user.click(screen.getByRole('radio', { name: '有几天' }));
  const offer = await screen.findByRole('dialog', { name: '想和人说说话吗' });
  for (const name of [/12356/, /12355/]) expect(within(offer).getByRole('link', { name })).toBeVisible();
  expect(within(offer).queryByText(/有几天|提不起劲/)).toBeNull();
  await user.click(within(offer).getByRole('button', { name: '我想找老师聊聊' }));
  await user.click(within(offer).getByRole('button', { name: '告诉老师' }));
  expect(await within(offer).findByText(/已经告诉老师了/)).toBeVisible();
  expect(portal.requests(askForTalk)[0]?.body).toEqual({ child_exam_id: 'h1' });
  await user.click(within(offer).getByRole('button', { name: '知道了，继续' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('radio', { name: '几乎每天' }));
  await expect.poll(() => sent().length).toBe(2);
  expect(await screen.findByText('已保存')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('asks at the end whether one would like to talk, with no answer chosen before', async () => {
  const { user } = open();
  await screen.findByRole('radiogroup');
  for (const _ of [1, 2, 3]) await user.click(button('先跳过'));
  for (const name of ['现在不用', '想']) expect(await screen.findByRole('radio', { name })).not.toBeChecked();
});

it('is read only after answers that are still being sent have arrived', async () => {
  const sending = later<void>();
  void underWay(sending.answer());
  open();
  await new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  });
  expect(portal.requests(readSheet)).toEqual([]);
  portal.answer(readSheet, aSheet({ answers: [{ scale_id: 'mood', item_id: '1', value: 2, answered_at: '' }] }));
  sending.give();
  expect(await screen.findByText('第 2 题，共 3 题')).toBeVisible();
});

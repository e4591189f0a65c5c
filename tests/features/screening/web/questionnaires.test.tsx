import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  examAnswers,
  publishQuestionnaire,
  questionnaire,
  saveQuestionnaire,
} from '../../../../src/features/screening/contract/questionnaires.ts';
import type { Draft } from '../../../../src/features/screening/rules/questionnaires/draft-schema.ts';
import { ComposerPage } from '../../../../src/features/screening/web/questionnaires/ComposerPage.tsx';
import { ExamAnswersPage } from '../../../../src/features/screening/web/questionnaires/ExamAnswersPage.tsx';
import { aPortal, button, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const MAY = { 'screening/questionnaire': ['open', 'write', 'publish'] };
const draft: Draft = {
  title: '午餐',
  about: '了解午餐',
  instruction: '请作答',
  items: [
    {
      id: 'q1',
      kind: 'single',
      text: '在哪里吃',
      options: [
        { value: 1, label: '学校' },
        { value: 2, label: '家里' },
      ],
    },
    { id: 'q2', kind: 'text', text: '菜怎么样', maxLength: 50, showIf: { item: 'q1', in: [1] } },
  ],
};
const loaded = { scale_id: 'q-1', revision: 3, state: 'draft', draft, findings: [] };
const open = () =>
  show(<ComposerPage />, { may: MAY, path: '/exam/questionnaires/:scale_id', at: '/exam/questionnaires/q-1' });
const sent = () => portal.requests(saveQuestionnaire).at(-1)?.body as { revision: number; draft: Draft };

it('says in words when a question is shown, and the preview follows the answers', async () => {
  portal.answer(questionnaire, loaded);
  const { user } = open();
  expect(await screen.findByText('当第 1 题选择“学校”时显示')).toBeVisible();
  const preview = screen.getByRole('region', { name: '学生视图' });
  expect(within(preview).queryByText(/菜怎么样/)).toBeNull();
  await user.click(within(preview).getByRole('radio', { name: '学校' }));
  expect(within(preview).getByText(/菜怎么样/)).toBeVisible();
  await user.click(within(preview).getByRole('radio', { name: '家里' }));
  expect(within(preview).queryByText(/菜怎么样/)).toBeNull();
});

it('saves a change by itself, and shows at the question what is still missing', async () => {
  portal.answer(questionnaire, loaded);
  portal.answer(saveQuestionnaire, {
    revision: 4,
    findings: [{ pointer: '/items/2/text', reason: '没有题目文字', fix: '请填写' }],
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: '增加题目' }));
  await user.click(await screen.findByRole('menuitem', { name: '单选' }));
  await waitFor(() => expect(portal.requests(saveQuestionnaire)).toHaveLength(1), { timeout: 3000 });
  expect(sent()).toMatchObject({ revision: 3, draft: { items: [{ id: 'q1' }, { id: 'q2' }, { id: 'q3' }] } });
  const item = await screen.findByRole('listitem', { name: '第 3 题' });
  expect(await within(item).findByText('没有题目文字。请填写')).toBeVisible();
  await user.click(button('发布'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says what the head lacks after its field was left, or when publishing is tried, not before', async () => {
  const missing = '没有写给老师的说明';
  portal.answer(questionnaire, { ...loaded, findings: [{ pointer: '/about', reason: missing, fix: '请填写' }] });
  const { user } = open();
  const about = await screen.findByRole('textbox', { name: '说明（仅教师可见）' });
  expect(screen.queryByText(missing)).toBeNull();
  await user.click(button('发布'));
  expect(screen.getByText(missing)).toBeVisible();
  expect(about).toHaveAttribute('aria-invalid', 'true');
});

it('orders with buttons, and removes with a way back', async () => {
  portal.answer(questionnaire, loaded);
  portal.answer(saveQuestionnaire, { revision: 4, findings: [] });
  const { user } = open();
  const second = await screen.findByRole('listitem', { name: '第 2 题' });
  await user.click(within(second).getByRole('button', { name: '上移' }));
  await waitFor(() => expect(sent().draft.items.map(({ id }) => id)).toEqual(['q2', 'q1']), { timeout: 3000 });
  await user.click(within(screen.getByRole('listitem', { name: '第 2 题' })).getByRole('button', { name: '删除题目' }));
  expect(screen.queryByRole('listitem', { name: '第 2 题' })).toBeNull();
  await user.click(await screen.findByRole('button', { name: /撤\s?销/ }));
  expect(await screen.findByRole('listitem', { name: '第 2 题' })).toBeVisible();
});

it('keeps what was typed where saving fails, and offers the latest where someone else was first', async () => {
  portal.answer(questionnaire, loaded);
  portal.answer(saveQuestionnaire, refusal('PSY_CONFLICT', { status: 409, message: '这份问卷刚刚在别处修改过' }));
  const { user } = open();
  const name = await screen.findByRole('textbox', { name: '问卷名称' });
  await user.type(name, '新');
  expect(await screen.findByText(/保存失败：这份问卷刚刚在别处修改过/, {}, { timeout: 3000 })).toBeVisible();
  expect(name).toHaveValue('午餐新');
  expect(button('载入最新的内容')).toBeVisible();
  expect(button('发布')).toBeDisabled();
});

it('publishes what is saved', async () => {
  portal.answer(questionnaire, loaded);
  portal.answer(publishQuestionnaire, { version: '1.0.0' });
  const { user } = open();
  await waitFor(() => expect(button('发布')).toBeEnabled());
  await user.click(button('发布'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /发\s?布/ }));
  await waitFor(() => expect(portal.requests(publishQuestionnaire)[0]?.body).toEqual({ revision: 3 }));
});

it('shows counts and texts as text, and who wrote them', async () => {
  portal.answer(examAnswers, {
    exam_id: 'e1',
    exam_name: '秋季问卷',
    sheets: 2,
    questionnaires: [
      {
        scale_id: 'q-1',
        title: '午餐',
        version: '1.0.0',
        items: [
          {
            item_id: 'q1',
            text: '在哪里吃',
            kind: 'single',
            asked: 2,
            answered: 2,
            options: [{ value: 1, label: '学校', count: 2 }],
          },
          {
            item_id: 'q2',
            text: '菜怎么样',
            kind: 'text',
            asked: 2,
            answered: 1,
            texts: [{ child_exam_id: 'h1', child_name: '徐梓阳', class_name: '初二（1）班', text: '<b>咸</b>' }],
          },
        ],
      },
    ],
  });
  show(<ExamAnswersPage />, {
    may: { exam: ['open'] },
    path: '/exam/:exam_id/questionnaires',
    at: '/exam/e1/questionnaires',
  });
  expect(await screen.findByText('管理范围内已有 2 名学生提交')).toBeVisible();
  expect(screen.getByText('<b>咸</b>')).toBeVisible();
  expect(screen.getByText('徐梓阳，初二（1）班')).toBeVisible();
  expect(screen.getByText('2 人应答，1 人作答')).toBeVisible();
});

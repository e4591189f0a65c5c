import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  classComments,
  keepDraft,
  writeComment,
  type ClassComment,
  type ClassComments,
} from '../../../../src/features/comments/contract.ts';
import { ClassCommentsPage } from '../../../../src/features/comments/web/ClassCommentsPage.tsx';
import { aPortal, button, later, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const AT = '2026-11-20T02:00:00.000Z';
const of: ClassComments = {
  year_id: 'y1',
  year_name: '2026–2027 学年',
  total: 3,
  missing: 2,
  items: [
    { child_id: 'a', child_name: '王小明', student_no: '1', written: false, own: true },
    { child_id: 'b', child_name: '李小红', student_no: '2', written: false, own: true, draft: '进步很大' },
    {
      child_id: 'c',
      child_name: '张小军',
      student_no: '3',
      written: true,
      own: true,
      content: '乐于助人',
      author_name: '周敏',
      updated_at: AT,
    },
  ],
};
const visit = () => show(<ClassCommentsPage />, { may: { 'student/comment/write': ['open', 'write'] } });

it('counts who is missing, and keeps what is typed as a draft', async () => {
  portal.answer(classComments, of);
  portal.answer(keepDraft, { ok: true, draft_at: AT });
  const { user } = visit();
  expect(await screen.findByText('2026–2027 学年：3 名学生，2 名未填写评语')).toBeVisible();
  expect(screen.getByText('乐于助人')).toBeVisible();
  await user.type(screen.getByLabelText('王小明的评语'), '认真');
  await user.tab();
  await waitFor(() => expect(portal.requests(keepDraft).at(-1)?.body).toEqual({ content: '认真' }));
  expect(await screen.findAllByText('草稿已保存')).toHaveLength(2);
  await user.click(screen.getByRole('checkbox', { name: '仅看未填写的' }));
  expect(screen.queryByText('乐于助人')).toBeNull();
});

it('says that a draft was not saved and keeps the text, and submits it with the reason of a refusal', async () => {
  portal.answer(classComments, of);
  portal.answer(keepDraft, refusal('PSY_UNKNOWN', { status: 500 }));
  portal.answer(
    writeComment,
    refusal('PSY_CONFLICT', { status: 409, message: '周敏已经写了这名学生的评语，只有作者能修改' }),
  );
  const { user } = visit();
  const field = await screen.findByLabelText('王小明的评语');
  await user.type(field, '认真');
  await user.tab();
  expect(await screen.findByText('草稿未保存')).toBeVisible();
  const [submit] = screen.getAllByRole('button', { name: /^提\s?交$/ });
  await user.click(submit ?? field);
  expect(await screen.findByText('周敏已经写了这名学生的评语，只有作者能修改')).toBeVisible();
  expect(portal.requests(writeComment)).toHaveLength(1);
  expect(screen.getByLabelText('王小明的评语')).toHaveValue('认真');
  expect(button('提交全部草稿（2 份）')).toBeEnabled();
});

it('lets a second row wait until the first one is submitted', async () => {
  portal.answer(classComments, of);
  portal.answer(keepDraft, { ok: true, draft_at: AT });
  const saved = later<ClassComment>();
  portal.answer(writeComment, saved.answer);
  const { user } = visit();
  await user.type(await screen.findByLabelText('王小明的评语'), '认真');
  const submitOf = (name: string) => {
    const row = screen.getAllByRole('listitem').find((each) => within(each).queryByText(name));
    return within(row ?? document.body).getByRole('button', { name: /提\s?交$/ });
  };
  await user.click(submitOf('王小明'));
  expect(submitOf('李小红')).toBeDisabled();
  saved.give({ child_id: 'a', child_name: '王小明', year_id: 'y1', year_name: of.year_name, can_write: true });
  await waitFor(() => expect(submitOf('李小红')).toBeEnabled());
  await user.click(submitOf('李小红'));
  await waitFor(() => expect(portal.requests(writeComment)).toHaveLength(2));
});

it('says that another window has a newer draft, loads it when asked, and goes on from there', async () => {
  portal.answer(classComments, of);
  portal.answer(keepDraft, refusal('PSY_CONFLICT', { status: 409 }));
  const { user } = visit();
  const field = await screen.findByLabelText('王小明的评语');
  await user.type(field, '旧');
  await user.tab();
  expect(await screen.findByText('其他窗口中有较新的草稿，当前内容未保存')).toBeVisible();
  expect(field).toHaveValue('旧');
  const [first, ...others] = of.items;
  portal.answer(classComments, { ...of, items: [{ ...first!, draft: '新的', draft_at: AT }, ...others] });
  portal.answer(keepDraft, { ok: true, draft_at: '2026-11-20T02:00:01.000Z' });
  await user.click(button('载入较新的草稿'));
  await waitFor(() => expect(field).toHaveValue('新的'));
  await user.type(field, '一句');
  await user.tab();
  await waitFor(() => expect(portal.requests(keepDraft).at(-1)?.body).toEqual({ content: '新的一句', draft_at: AT }));
});

import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { schoolYears } from '../../../../src/features/academic-years/contract.ts';
import { classComment, writeComment, type ClassComment } from '../../../../src/features/comments/contract.ts';
import { CommentPage } from '../../../../src/features/comments/web/CommentPage.tsx';
import { aPortal, button, later, named, show } from '../../../support/component.tsx';
import { NEVER, refusal } from '../../../support/msw.ts';

const portal = aPortal();
const comment = {
  comment_id: 'p1',
  content: '数学进步很大',
  created_by: 'u1',
  created_by_name: '李超',
  created_at: '2026-11-20T02:00:00.000Z',
  updated_at: '2026-11-20T02:00:00.000Z',
  attachments: [],
};
const of = (changed: Partial<ClassComment> = {}): ClassComment => ({
  child_id: 'k1',
  child_name: '王小明',
  year_id: 'y2026',
  year_name: '2026—2027学年',
  can_write: true,
  ...changed,
});
const visit = (year = 'y2026') =>
  show(<CommentPage />, { path: '/student/comment/:child_id/:year', at: `/student/comment/k1/${year}` });

beforeEach(() => {
  portal.answer(schoolYears, {
    total: 1,
    items: [
      { year_id: 'y2026', year_name: '2026—2027学年', start_on: '2026-09-01', end_on: '2027-08-31', is_current: true },
    ],
  });
  portal.answer(classComment, of());
});

describe('the page of a comment', () => {
  it('leads from the address of the current year to that year', async () => {
    const { address } = visit('current');
    expect(await screen.findByText('2026—2027学年暂无评语')).toBeVisible();
    expect(address()).toBe('/student/comment/k1/y2026');
  });

  it('offers no way to write to a user who may only read', async () => {
    portal.answer(classComment, of({ can_write: false }));
    visit();
    expect(await screen.findByText('评语由该学生的班主任填写。')).toBeVisible();
    expect(screen.queryByRole('button', { name: '填写评语' })).toBeNull();
  });

  it('shows a failure, and the comment after a retry', async () => {
    portal.answer(classComment, refusal('PSY_INTERNAL'));
    const { user } = visit();
    const again = await screen.findByRole('button', { name: named('重试') });
    portal.answer(classComment, of({ comment }));
    await user.click(again);
    expect(await screen.findByText('数学进步很大')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('asks for the text at its field, and sends nothing before', async () => {
    const { user } = visit();
    await user.click(await screen.findByRole('button', { name: '填写评语' }));
    await user.type(screen.getByRole('textbox', { name: '评语' }), '   ');
    await user.click(button('保存评语'));
    expect(await screen.findByText('请填写评语', { selector: '[role=alert], [role=alert] *' })).toBeVisible();
    expect(portal.requests(writeComment)).toEqual([]);
  });

  it('sends one comment however often the button is pressed, and then shows it', async () => {
    const saved = later<ClassComment>();
    portal.answer(writeComment, saved.answer);
    const { user } = visit();
    await user.click(await screen.findByRole('button', { name: '填写评语' }));
    await user.type(screen.getByRole('textbox', { name: '评语' }), '数学进步很大');
    await user.dblClick(button('保存评语'));
    await waitFor(() => expect(portal.requests(writeComment)).toHaveLength(1));
    saved.give(of({ comment }));
    expect(await screen.findByText('保存成功')).toBeVisible();
    expect(await screen.findByRole('button', { name: '修改评语' })).toBeVisible();
    expect(portal.requests(writeComment).map(({ body }) => body)).toEqual([{ content: '数学进步很大', file_ids: [] }]);
  });

  it('keeps the text when another user was first, and sends the version that was read', async () => {
    portal.answer(classComment, of({ comment }));
    portal.answer(writeComment, refusal('PSY_CONFLICT', { message: '评语已被修改' }));
    const { user } = visit();
    await user.click(await screen.findByRole('button', { name: '修改评语' }));
    const field = screen.getByRole('textbox', { name: '评语' });
    await user.clear(field);
    await user.type(field, '语文也有进步');
    await user.click(button('保存评语'));
    expect(await screen.findByText('评语已被修改')).toBeVisible();
    expect(field).toHaveValue('语文也有进步');
    expect(portal.requests(writeComment)[0]?.body).toMatchObject({ updated_at: comment.updated_at });
  });

  it('asks before a text is thrown away', async () => {
    portal.answer(writeComment, NEVER);
    const { user } = visit();
    await user.click(await screen.findByRole('button', { name: '填写评语' }));
    await user.type(screen.getByRole('textbox', { name: '评语' }), '写了一半');
    await user.click(button('取消'));
    await user.click(await screen.findByRole('button', { name: '继续编辑' }));
    expect(screen.getByRole('textbox', { name: '评语' })).toHaveValue('写了一半');
  });
});

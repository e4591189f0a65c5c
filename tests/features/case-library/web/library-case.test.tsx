import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  editLibraryCase,
  libraryCase,
  releaseLibraryCase,
  returnLibraryCase,
  submitLibraryCase,
  type LibraryCase,
} from '../../../../src/features/case-library/contract.ts';
import { LIBRARY_STATUS } from '../../../../src/features/case-library/rules/status.ts';
import { LibraryCasePage } from '../../../../src/features/case-library/web/LibraryCasePage.tsx';
import { aPortal, button, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const DRAFT: LibraryCase = {
  library_id: 'l1',
  status: LIBRARY_STATUS.draft,
  category_id: 'emotion',
  crisis_level: 2,
  period: 3,
  title: '初中学生情绪个案',
  background: '该生经常无故哭泣',
  process: '立案后第 3 天，家校联系',
  outcome: '情绪平稳',
  lessons: '',
  author_name: '张老师',
  findings: [
    { kind: 'number', text: '13800001111', certain: true },
    { kind: 'name', text: '高兴', certain: false },
  ],
  may: { edit: true, review: false, take_out: true },
  version: 1,
};
const FOR_REVIEW: LibraryCase = {
  ...DRAFT,
  status: LIBRARY_STATUS.submitted,
  findings: [],
  may: { edit: false, review: true, take_out: false },
};

describe('the page of a library case', () => {
  const portal = aPortal();
  const open = () =>
    show(<LibraryCasePage />, {
      path: '/case-library/:library_id',
      at: '/case-library/l1',
      may: { 'case-library': ['open'] },
    });

  it('lists what must be changed and what is to be judged, and saves the edited texts', async () => {
    portal.answer(libraryCase, () => DRAFT);
    const saved: unknown[] = [];
    portal.answer(editLibraryCase, ({ body }) => {
      saved.push(body);
      return { ...DRAFT, lessons: '及时沟通', findings: [], version: 2 };
    });
    const { user } = open();
    expect(await screen.findByText(/号码：13800001111/)).toBeInTheDocument();
    expect(screen.getByText('必须修改')).toBeInTheDocument();
    expect(screen.getByText('请您判断')).toBeInTheDocument();
    await user.click(button('修改'));
    await user.type(screen.getByLabelText('启示'), '及时沟通');
    await user.dblClick(button('保存'));
    expect(await screen.findByText(/未发现可识别个人的内容/)).toBeInTheDocument();
    expect(saved).toEqual([expect.objectContaining({ lessons: '及时沟通', title: DRAFT.title, version: 1 })]);
  });

  it('submits after a question, and shows why it was refused', async () => {
    portal.answer(libraryCase, () => DRAFT);
    portal.answer(submitLibraryCase, () => refusal('PSY_CONFLICT', { message: '仍有可识别个人的内容：13800001111' }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '提交审核' }));
    const question = await screen.findByRole('dialog');
    await user.click(within(question).getByRole('button', { name: '提交审核' }));
    expect(await screen.findByText('仍有可识别个人的内容：13800001111')).toBeInTheDocument();
  });

  it('is released or returned by its reviewer, who must say what to change', async () => {
    portal.answer(libraryCase, () => FOR_REVIEW);
    portal.answer(returnLibraryCase, { ok: true });
    portal.answer(releaseLibraryCase, { ok: true });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: /退\s?回/ }));
    const sheet = await screen.findByRole('dialog');
    await user.click(within(sheet).getByRole('button', { name: /退\s?回/ }));
    expect(within(sheet).getByRole('alert')).toHaveTextContent('请写明需要修改的内容');
    await user.type(within(sheet).getByLabelText('审核意见'), '请补充启示');
    await user.click(within(sheet).getByRole('button', { name: /退\s?回/ }));
    await waitFor(() =>
      expect(portal.requests(returnLibraryCase).map(({ body }) => body)).toEqual([{ version: 1, words: '请补充启示' }]),
    );
  });

  it('says nothing about its author once it is released', async () => {
    const { author_name: _author, findings: _findings, ...rest } = DRAFT;
    portal.answer(libraryCase, () => ({
      ...rest,
      status: LIBRARY_STATUS.released,
      released_month: '2026-11',
      may: { edit: false, review: false, take_out: false },
    }));
    open();
    expect(await screen.findByText('2026-11')).toBeInTheDocument();
    expect(screen.queryByText('整理人')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: '移出案例库' })).not.toBeInTheDocument();
  });
});

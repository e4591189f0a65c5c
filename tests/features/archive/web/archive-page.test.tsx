import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { studentArchive, type Archive } from '../../../../src/features/archive/contract.ts';
import { ArchivePage } from '../../../../src/features/archive/web/ArchivePage.tsx';
import { crisisDialog } from '../../../../src/features/crisis/web/crisis-dialogs.ts';
import { childExams } from '../../../../src/features/screening/contract/exams.ts';
import { aPortal, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const archive = (changed: Partial<Archive> = {}): Archive => ({
  student: { child_id: 'k1', child_name: '王小明', study_status: 1 },
  ...changed,
});
const ALL = { 'crisis-report': ['report'], 'student/comment': ['open'], 'org-manage/student': ['open'] };
const visit = (may: Record<string, string[]> = ALL, at = '/student/archive?child_id=k1') => {
  portal.answer(childExams, { total: 0, items: [] });
  return show(<ArchivePage />, { may, path: '/student/archive', at });
};

it('says how to choose a student when none is named, and asks the server for nothing', async () => {
  visit(ALL, '/student/archive');
  expect(await screen.findByText('请先选择学生')).toBeVisible();
  expect(screen.getByRole('link', { name: '前往学生管理' })).toHaveAttribute('href', '/org-manage/student');
  expect(portal.requests(studentArchive)).toEqual([]);
});

it('distinguishes a section without rows from a section that the role may not see', async () => {
  portal.answer(studentArchive, archive({ cases: [], records: [] }));
  visit();
  expect(await screen.findByText('暂无个案')).toBeVisible();
  expect(screen.getByText('暂无记录')).toBeVisible();
  expect(screen.queryByRole('heading', { name: '预警' })).toBeNull();
});

it('leads from a case to its page, with its state and the day of its end', async () => {
  portal.answer(
    studentArchive,
    archive({
      crisis_level: 2,
      cases: [
        { case_id: 'z2', crisis_level: 2, status: 1, opened_at: '2026-11-02T02:00:00.000Z' },
        {
          case_id: 'z1',
          crisis_level: 3,
          status: 2,
          opened_at: '2026-03-02T02:00:00.000Z',
          closed_at: '2026-04-02T02:00:00.000Z',
        },
      ],
    }),
  );
  visit();
  const [open, closed] = within(await screen.findByRole('region', { name: '危机个案' })).getAllByRole('listitem');
  expect(within(open!).getByRole('link')).toHaveAttribute('href', '/crisis/case/z2');
  expect(open).not.toHaveTextContent('结案');
  expect(closed).toHaveTextContent(/2026-04-02 \d\d:00 结案/);
});

it('hides the report of a crisis and the comment from a role without the right', async () => {
  portal.answer(studentArchive, archive());
  visit({});
  expect(await screen.findByRole('heading', { name: '王小明' })).toBeVisible();
  expect(screen.queryByRole('button', { name: '危机上报' })).toBeNull();
  expect(screen.queryByRole('link', { name: '班主任评语' })).toBeNull();
});

it('offers no report of a crisis for a student who has left', async () => {
  portal.answer(studentArchive, archive({ student: { child_id: 'k1', child_name: '王小明', study_status: 4 } }));
  visit();
  expect(await screen.findByRole('link', { name: '班主任评语' })).toHaveAttribute(
    'href',
    '/student/comment/k1/current',
  );
  expect(screen.queryByRole('button', { name: '危机上报' })).toBeNull();
});

it('starts the report of a crisis for the student of the archive', async () => {
  portal.answer(studentArchive, archive());
  const { user } = visit();
  await user.click(await screen.findByRole('button', { name: '危机上报' }));
  expect(crisisDialog.get()).toMatchObject({
    name: 'report',
    request: { student: { child_id: 'k1', child_name: '王小明' } },
  });
  crisisDialog.set(undefined);
});

it('offers a retry after a failure, and none when the student is outside the scope', async () => {
  portal.answer(studentArchive, refusal('PSY_UNKNOWN', { status: 500 }));
  const { user } = visit();
  const again = await screen.findByRole('button', { name: /^重\s?试$/ });
  portal.answer(studentArchive, refusal('PSY_OUT_OF_REACH'));
  await user.click(again);
  expect(await screen.findByText('权限不足：内容不存在，或不在您的管理范围内')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^重\s?试$/ })).toBeNull();
});

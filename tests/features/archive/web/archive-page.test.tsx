import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { studentArchive, studentOverview, type Archive } from '../../../../src/features/archive/contract.ts';
import { semesterOf } from '../../../../src/features/archive/rules/semester.ts';
import { ArchivePage } from '../../../../src/features/archive/web/ArchivePage.tsx';
import { archive as archiveFeature } from '../../../../src/features/archive/web/feature.ts';
import { PortraitPage } from '../../../../src/features/archive/web/PortraitPage.tsx';
import { concerns, setConcern, type Concerns } from '../../../../src/features/concern/contract.ts';
import { crisisDialog } from '../../../../src/features/crisis/web/crisis-dialogs.ts';
import { childRelation } from '../../../../src/features/guardians/contract/guardians.ts';
import type { ArchiveEvent } from '../../../../src/platform/archive/contract.ts';
import { pathOf } from '../../../../src/platform/contract/endpoint.ts';
import { aPortal, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const archive = (changed: Partial<Archive> = {}): Archive => ({
  student: { child_id: 'k1', child_name: '王小明', study_status: 1 },
  kinds: ['enrolment', 'screening', 'warning', 'case'],
  events: [],
  tasks: [],
  curves: [],
  ...changed,
});
const event = (event_id: string, kind: ArchiveEvent['kind'], at: string, more: Partial<ArchiveEvent> = {}) => ({
  event_id,
  kind,
  at,
  title: `${kind} ${event_id}`,
  facts: [],
  ...more,
});
const ALL = { 'crisis-report': ['report'], 'student/comment': ['open'], 'org-manage/student': ['open'] };
const visit = (may: Record<string, string[]> = ALL, at = '/student/archive?child_id=k1') => {
  portal.answer(childRelation, {
    total: 1,
    items: [{ guardian_id: 'g1', guardian_name: '王强', relation: 1, mobile: '138****0000', is_register: false }],
  });
  return show(<ArchivePage />, { may, path: '/student/archive', at });
};

it('says how to choose a student when none is named, and asks the server for nothing', async () => {
  visit(ALL, '/student/archive');
  expect(await screen.findByText('请先选择学生')).toBeVisible();
  expect(screen.getByRole('link', { name: '前往学生管理' })).toHaveAttribute('href', '/org-manage/student');
  expect(portal.requests(studentArchive)).toEqual([]);
});

it('is requested while its code is loaded, once a student is named', () => {
  const { requestsOf } = archiveFeature.pages?.find(({ key }) => key === 'archive') ?? {};
  expect(requestsOf?.(new URLSearchParams('?child_id=k1'))).toEqual([pathOf(studentArchive, { id: 'k1' })]);
  // A read is logged: no other student than the one that the page shows.
  expect(requestsOf?.(new URLSearchParams('?child_id=k1&child_id=k2'))).toHaveLength(1);
  expect(requestsOf?.(new URLSearchParams('?from=list'))).toEqual([]);
  expect(requestsOf?.(new URLSearchParams('?child_id='))).toEqual([]);
});

it('tells the story by semester, the newest first, with links to what each event is about', async () => {
  portal.answer(
    studentArchive,
    archive({
      crisis_level: 2,
      events: [
        event('z2', 'case', '2026-11-02T02:00:00.000Z', { crisis_level: 2, path: '/crisis/case/z2' }),
        event('w1', 'warning', '2026-11-01T02:00:00.000Z', {
          record: { resource: 'warn', record_id: 'w1' },
          state: { tone: 'yellow', text: '待核实' },
        }),
        event('x1', 'screening', '2026-03-02T02:00:00.000Z', { path: '/exam/personal-report/show/e1/x1' }),
      ],
      tasks: [{ kind: 'warning', title: '人工上报待核实', since: '2026-11-01T02:00:00.000Z', overdue: true }],
    }),
  );
  const { user } = visit();
  const now = within(await screen.findByRole('region', { name: '2026—2027学年第一学期' }));
  expect(now.getAllByRole('listitem')).toHaveLength(2);
  expect(now.getByRole('link')).toHaveAttribute('href', '/crisis/case/z2');
  const before = within(screen.getByRole('region', { name: '2025—2026学年第二学期' }));
  expect(before.getByRole('link')).toHaveAttribute('href', '/exam/personal-report/show/e1/x1');
  expect(within(screen.getByRole('region', { name: '待办' })).getByRole('listitem')).toHaveTextContent('已超时');
  expect(await screen.findByText('138****0000')).toBeVisible();
  await user.click(now.getByRole('button', { name: 'warning w1' }));
  expect(crisisDialog.get()).toMatchObject({ name: 'verdict', request: { warnId: 'w1' } });
  crisisDialog.set(undefined);
});

it('filters by kind, offers only the kinds that the role may read, and shows long stories in steps', async () => {
  const many = Array.from({ length: 70 }, (_, i) => event(`e${i}`, 'enrolment', '2026-09-01T02:00:00.000Z'));
  portal.answer(
    studentArchive,
    archive({ kinds: ['enrolment', 'case'], events: [...many, event('z1', 'case', '2026-09-01T01:00:00.000Z')] }),
  );
  const { user } = visit();
  const timeline = within(await screen.findByRole('region', { name: '经过' }));
  expect(timeline.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual(['学籍', '个案']);
  expect(timeline.getAllByRole('listitem')).toHaveLength(60);
  await user.click(timeline.getByRole('button', { name: '再显示 11 条' }));
  expect(timeline.getAllByRole('listitem')).toHaveLength(71);
  await user.click(timeline.getByRole('checkbox', { name: '个案' }));
  expect(timeline.getAllByRole('listitem')).toHaveLength(1);
});

it('assigns days to semesters', () => {
  expect(['2026-08-01', '2027-01-31', '2027-02-01', '2027-07-31 08:00', ''].map(semesterOf)).toEqual([
    { from: 2026, half: 'first' },
    { from: 2026, half: 'first' },
    { from: 2026, half: 'second' },
    { from: 2026, half: 'second' },
    undefined,
  ]);
});

it('sets a concern level with a reason, naming the level that was seen', async () => {
  const was: Concerns = {
    level: 1,
    can_set: true,
    items: [
      { concern_id: 'c1', level: 1, set_by_name: '李老师', set_at: '2026-10-01T02:00:00.000Z', reason: '常独处' },
    ],
  };
  portal.answer(studentArchive, archive());
  portal.answer(concerns, was);
  const { user } = visit({ ...ALL, 'student/archive/concern': ['open'] });
  expect(await screen.findByText('常独处')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '调整关注等级' }));
  const dialog = within(await screen.findByRole('dialog', { name: '王小明的关注等级' }));
  await user.click(dialog.getByRole('button', { name: '保存等级' }));
  expect(await dialog.findByText('请选择等级')).toBeVisible();
  await user.click(dialog.getByRole('radio', { name: '重点关注' }));
  await user.type(dialog.getByRole('textbox'), '连续缺课');
  portal.answer(setConcern, { ...was, level: 3 });
  await user.click(dialog.getByRole('button', { name: '保存等级' }));
  await waitFor(() => expect(portal.requests(setConcern)).toHaveLength(1));
  expect(portal.requests(setConcern)[0]).toMatchObject({ body: { level: 3, reason: '连续缺课', seen: 'c1' } });
});

it('shows a student in short on the profile, and says what waits for second-step verification', async () => {
  portal.answer(studentOverview, {
    student: { child_id: 'k1', child_name: '王小明', study_status: 1, class_name: '七年级 3 班' },
    locked: true,
    tasks: [],
  });
  show(<PortraitPage />, {
    may: { 'student/archive': ['open'], 'crisis-report': ['report'] },
    path: '/student/portraits',
    at: '/student/portraits?child_id=k1',
  });
  expect(await screen.findByText('王小明')).toBeVisible();
  expect(screen.getByText(/二次验证后显示/)).toBeVisible();
  expect(screen.getByRole('link', { name: '心理健康档案' })).toHaveAttribute('href', '/student/archive?child_id=k1');
  expect(screen.queryByRole('link', { name: '访谈记录' })).toBeNull();
  expect(screen.queryByRole('heading', { name: '待办' })).toBeNull();
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

import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ownReports } from '../../../../src/features/crisis/contract/reports.ts';
import { crisisDialog } from '../../../../src/features/crisis/web/crisis-dialogs.ts';
import { OwnReportsPage } from '../../../../src/features/crisis/web/OwnReportsPage.tsx';
import { ReportCard } from '../../../../src/features/crisis/web/ReportCard.tsx';
import { aPortal, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
beforeEach(() => crisisDialog.set(undefined));

const at = '2026-11-20T09:00:00+08:00';
const report = {
  warn_id: 'w1',
  child_name: '王小明',
  class_name: '初一（1）班',
  category_name: '家庭变故或虐待',
  reported_at: at,
};

it('shows the state of own reports, and who looks after them', async () => {
  portal.answer(ownReports, {
    total: 3,
    items: [
      { ...report, state: 'waiting' },
      { ...report, warn_id: 'w2', state: 'taken', taken_by_name: '周敏', taken_at: at },
      { ...report, warn_id: 'w3', state: 'verified', taken_by_name: '周敏', taken_at: at },
    ],
  });
  const { user } = show(<OwnReportsPage />);
  expect(await screen.findByText('已通知负责人员，尚未有人接手')).toBeVisible();
  const texts = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(texts[1]).toMatch(/王小明已有人跟进.*周敏 于 2026-11-20 \d\d:00 接手/);
  expect(texts[2]).toMatch(/已核实.*周敏 于 2026-11-20 \d\d:00 完成核实/);
  await user.click(screen.getByRole('button', { name: /危机上报/ }));
  expect(crisisDialog.get()).toMatchObject({ name: 'report' });
});

it('says that there are none, or what failed', async () => {
  portal.answer(ownReports, refusal('PSY_UNKNOWN', { status: 500 }));
  const { user } = show(<OwnReportsPage />);
  const again = await screen.findByRole('button', { name: /重\s?试/ });
  portal.answer(ownReports, { total: 0, items: [] });
  await user.click(again);
  expect(await screen.findByText('您还没有上报过。发现学生有风险时，请及时上报。')).toBeVisible();
});

it('is offered on the home page to those who may report and may not read warnings', () => {
  show(<ReportCard />, { may: { 'crisis-report': ['report', 'open'] } });
  expect(screen.getByRole('button', { name: /危机上报/ })).toBeVisible();
  expect(screen.getByRole('link', { name: '我的上报' })).toHaveAttribute('href', '/warning/own-reports');
});

it('is not offered to those who have a list of warnings', () => {
  show(<ReportCard />, { may: { 'crisis-report': ['report'], 'crisis/warn': ['open'] } });
  expect(screen.queryByRole('button')).toBeNull();
});

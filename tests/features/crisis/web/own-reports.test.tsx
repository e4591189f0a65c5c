import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ownReports } from '../../../../src/features/crisis/contract/reports.ts';
import { crisisDialog } from '../../../../src/features/crisis/web/crisis-dialogs.ts';
import { OwnReportsPage } from '../../../../src/features/crisis/web/OwnReportsPage.tsx';
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
  expect(await screen.findByText('您尚未上报过学生。发现学生有风险时，请及时上报。')).toBeVisible();
});

it('shows the reports in one state, as the number on the home page opens them', async () => {
  const asked: unknown[] = [];
  portal.answer(ownReports, ({ query }) => {
    asked.push(query);
    return { total: 0, items: [] };
  });
  const { user } = show(<OwnReportsPage />, { path: '/warning/own-reports', at: '/warning/own-reports?state=taken' });
  await screen.findByText('您尚未上报过学生。发现学生有风险时，请及时上报。');
  expect(asked.at(-1)).toMatchObject({ state: 'taken' });
  await user.click(screen.getByText('全部'));
  await waitFor(() => expect(asked.at(-1)).not.toHaveProperty('state'));
});

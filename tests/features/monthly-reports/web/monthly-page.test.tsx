import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  monthlyReport,
  monthlyReportFile,
  monthlySetting,
  putMonthlySetting,
  type MonthlyReport,
} from '../../../../src/features/monthly-reports/contract.ts';
import { MonthlyPage } from '../../../../src/features/monthly-reports/web/MonthlyPage.tsx';
import { aPortal, named, show } from '../../../support/component.tsx';

const portal = aPortal();
const report: MonthlyReport = {
  level: 'school',
  name: '第一中学',
  month: '2026-10',
  months: ['2026-10'],
  as_of: '2026-11-20T00:00:00Z',
  smallest: 5,
  known: { before: true, last_year: false },
  sections: [
    {
      key: 'warnings',
      title: '预警',
      lines: [
        { key: 'reported-student', label: '上报', unit: 'student', now: 15 },
        { key: 'verify-0.5', label: '核实用时的中位数', unit: 'minute' },
      ],
    },
  ],
  screenings: [],
  schools: {
    columns: [{ key: 'reported', label: '上报预警' }],
    rows: [
      { key: 's1', label: '一校', counted: true, numbers: [{ key: 'reported' }] },
      { key: 's2', label: '二校', counted: false, numbers: [{ key: 'reported' }] },
    ],
  },
  text: ['约 15 名学生。'],
};
const visit = (may: Readonly<Record<string, readonly string[]>> = {}) => {
  portal.answer(monthlySetting, { automatic: true, made: { month: '2026-09', at: '2026-10-08T00:00:00Z' } });
  return show(<MonthlyPage />, { may: { 'report/monthly': ['open', 'export'], ...may }, path: '/report/monthly' });
};

it('tells suppressed numbers from months that were not counted', async () => {
  portal.answer(monthlyReport, report);
  visit();
  const table = within(await screen.findByRole('region', { name: '预警' }));
  const row = (await table.findAllByRole('row')).find((each) => each.textContent?.startsWith('上报'));
  expect(row?.textContent).toBe('上报15 名少于 5 人—');
  const schools = within(screen.getByRole('region', { name: '各校' }));
  expect(schools.getByText('少于 5 人')).toBeInTheDocument();
  expect(schools.getByText('未统计')).toBeInTheDocument();
});

it('starts the file of the month that is shown', async () => {
  portal.answer(monthlyReport, report);
  portal.answer(monthlyReportFile, { task_id: 't1' });
  visit();
  await screen.findByRole('region', { name: '预警' });
  fireEvent.click(screen.getByRole('button', { name: named('生成 PDF') }));
  expect(await screen.findByText(/正在生成/)).toBeInTheDocument();
});

it('says whether the report is made by itself, and lets only some switch it', async () => {
  portal.answer(monthlyReport, report);
  visit();
  const card = within(await screen.findByRole('region', { name: '每月自动生成' }));
  expect(card.getByText('已开启')).toBeInTheDocument();
  expect(card.getByText('最近一次：2026年9月的月报，生成于 2026-10-08 08:00')).toBeInTheDocument();
  expect(card.queryByRole('switch')).toBeNull();
});

it('switches it off', async () => {
  portal.answer(monthlyReport, report);
  const sent: unknown[] = [];
  portal.answer(putMonthlySetting, ({ body }) => {
    sent.push(body);
    return { ok: true as const };
  });
  visit({ 'report/monthly/setting': ['edit'] });
  const toggle = await screen.findByRole('switch', { name: '每月自动生成' });
  fireEvent.click(toggle);
  await waitFor(() => expect(toggle).not.toBeChecked());
  expect(sent).toEqual([{ automatic: false }]);
});

import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import {
  examFollowUp,
  examReport,
  planReport,
  type GroupReport,
} from '../../../../src/features/group-reports/contract.ts';
import { AreaReportPage } from '../../../../src/features/group-reports/web/AreaReportPage.tsx';
import { GroupReportPage } from '../../../../src/features/group-reports/web/GroupReportPage.tsx';
import { aPortal, named, show } from '../../../support/component.tsx';

const portal = aPortal();

const report: GroupReport = {
  level: 'school',
  title: '春季普查',
  name: '第一中学',
  starts_at: '2026-04-20T00:00:00Z',
  ends_at: '2026-04-30T00:00:00Z',
  as_of: '2026-11-23T00:00:00Z',
  is_over: true,
  places: [{ key: '3-8', label: '初中 二年级', places: [{ key: 'c1', label: '1 班' }] }],
  participation: { asked: 45, submitted: 40, under_way: 2, not_started: 3, waiting_consent: 0, incomplete: 1 },
  parts: { by: 'grade', rows: [{ key: '3-8', label: '初中 二年级', asked: 45, submitted: 40 }] },
  scales: [
    {
      scale_id: 'gad-7',
      title: 'GAD-7',
      valid: 40,
      void: 0,
      marked: 2,
      positive: 3,
      dimensions: [
        {
          dimension_id: 'total',
          title: '总分',
          bands: [
            { band_id: 'minimal', title: '无或极轻', tone: 'grey', order: 0 },
            { band_id: 'severe', title: '重度', tone: 'red', order: 3 },
          ],
          groups: [
            {
              by: 'all',
              key: '',
              label: '全部',
              n: 40,
              mean: 4.2,
              bands: [
                { band_id: 'minimal', n: 37, attentive: 36 },
                { band_id: 'severe', n: 3, attentive: 2 },
              ],
            },
          ],
        },
      ],
    },
  ],
  text: ['第一中学应测学生 45 名。', '筛查不是诊断。'],
};

const MAY = { 'screening/report': ['open', 'export'], 'student/archive': ['open'] };

it('shows participation, distributions, the words for a meeting, and students with a link to their archive', async () => {
  portal.answer(examReport, report);
  portal.answer(examFollowUp, {
    total: 2,
    items: [
      { child_id: 'k1', child_name: '学生甲', class_name: '1 班', state: 'waiting' },
      { child_id: 'k2', child_name: '学生乙', class_name: '1 班', state: 'confirmed', crisis_level: 2 },
    ],
  });
  show(<GroupReportPage />, { may: MAY, path: '/exam/:exam_id/report', at: '/exam/e1/report' });
  expect(await screen.findByText('45 名')).toBeInTheDocument();
  const counts = screen.getByRole('region', { name: 'GAD-7' });
  expect(within(counts).getByText(/有效 40；作废 0；作答可能不认真 2；需要访谈 3/)).toBeInTheDocument();
  expect(screen.getByText('筛查不是诊断。')).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: named('学生甲') })).toHaveAttribute(
    'href',
    '/student/archive?child_id=k1',
  );
  expect(screen.getByText(/访谈核实有效 · 二级/)).toBeInTheDocument();
});

it('says why scales are not compared, and copies the words without a secure connection', async () => {
  const copied = vi.fn(() => true);
  document.execCommand = copied;
  portal.answer(examFollowUp, {});
  portal.answer(examReport, {
    ...report,
    smallest: 5,
    shown_at_end: true,
    scales: [],
    comparison: {
      exam_name: '去年普查',
      starts_at: '2025-04-20T00:00:00Z',
      grades: ['初中 二年级'],
      scales: [{ scale_id: 'gad-7', title: 'GAD-7', reasons: ['wording'], dimensions: [] }],
    },
  });
  show(<GroupReportPage />, { may: MAY, path: '/exam/:exam_id/report', at: '/exam/e1/report' });
  expect(await screen.findByText('GAD-7不作比较（两次的题目文字不同）。')).toBeInTheDocument();
  expect(screen.getByText('测评结束之后才显示分布。')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: named('复制') }));
  expect(await screen.findByText('已复制')).toBeInTheDocument();
  expect(copied).toHaveBeenCalledWith('copy');
});

it('shows no list of students to a role that may not read warnings', async () => {
  portal.answer(examReport, report);
  portal.answer(examFollowUp, {});
  show(<GroupReportPage />, { may: MAY, path: '/exam/:exam_id/report', at: '/exam/e1/report' });
  expect(await screen.findByText('45 名')).toBeInTheDocument();
  expect(screen.queryByText('需要关注的学生')).toBeNull();
});

it('writes where a number of an institution’s report is suppressed', async () => {
  const { mean: _, ...group } = report.scales[0]!.dimensions[0]!.groups[0]!;
  const [scale] = report.scales;
  portal.answer(planReport, {
    ...report,
    level: 'area',
    smallest: 5,
    participation: { asked: 45 },
    parts: { by: 'school', rows: [] },
    places: [{ key: '2001', label: '一中' }],
    scales: [
      {
        ...scale!,
        dimensions: [
          {
            ...scale!.dimensions[0]!,
            groups: [{ ...group, n: 40, bands: [{ band_id: 'minimal', n: 40 }, { band_id: 'severe' }] }],
          },
        ],
      },
    ],
  });
  show(<AreaReportPage />, {
    may: { 'screening/area-report': ['open'] },
    path: '/screening/bureau/:plan_id/report',
    at: '/screening/bureau/p1/report',
  });
  expect(await screen.findByText('45 名')).toBeInTheDocument();
  expect(screen.getAllByText('少于 5 人').length).toBeGreaterThan(0);
});

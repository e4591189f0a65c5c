import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { personalReport, type Report } from '../../../../src/features/personal-reports/contract.ts';
import { OwnReportPage, ReportPage } from '../../../../src/features/personal-reports/web/ReportPage.tsx';
import { aPortal, button, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const report: Report = {
  child_exam_id: 's1',
  exam_id: 'e1',
  exam_name: '秋季心理测评',
  child_id: 'c1',
  child_name: '王小明',
  class_name: '初二 1 班',
  submitted_at: '2026-11-20T02:00:00.000Z',
  reader: 'teacher',
  view: 'scores',
  state: 'ready',
  may_export: true,
  critical: [{ scale_id: 'phq-9', item_id: '9', text: '不如死掉', answer: '有几天', words: '请当天约谈' }],
  scales: [
    {
      scale_id: 'phq-9',
      title: '患者健康问卷',
      version: '1.0.0',
      valid: true,
      unofficial: true,
      marks: ['作答过快'],
      norm: { title: '公开划界', source: 'Kroenke 2001', population: '12–18 岁' },
      dimensions: [
        {
          dimension_id: 'total',
          title: '总分',
          score: 8,
          band_title: '轻度',
          tone: 'yellow',
          words: '建议观察两周',
          missing: 0,
          bands: [
            { title: '正常', from: 0, to: 4, severity: 0 },
            { title: '轻度', from: 5, to: 9, severity: 1 },
          ],
          change: { from: 3, to: 8, difference: 5 },
        },
      ],
      former: { exam_name: '春季心理测评', submitted_at: '2026-04-20T02:00:00.000Z' },
    },
  ],
};
const at = { path: '/exam/personal-report/show/:exam_id/:child_exam_id', at: '/exam/personal-report/show/e1/s1' };
const own = { path: '/my/report/:child_exam_id', at: '/my/report/s1' };

describe('the page of a personal report', () => {
  const portal = aPortal();

  it('shows staff scores, bands, change, critical answers and what the scores rest on', async () => {
    portal.answer(personalReport, report);
    const { user } = show(<ReportPage />, { ...at, may: { 'screening/result': ['open'] } });
    expect(await screen.findByText('需要立即关注的回答')).toBeVisible();
    for (const text of ['有几天', '建议观察两周', /3 → 8（\+5）/, /作答过快/, /Kroenke 2001/, /12–18 岁/, /授权的译文/])
      expect(screen.getByText(text)).toBeVisible();
    await user.click(screen.getByText('表格'));
    const table = within(screen.getByRole('table', { name: '患者健康问卷' }));
    expect(table.getByRole('cell', { name: '8（轻度）' })).toBeVisible();
    expect(button('导出 PDF')).toBeEnabled();
    expect(screen.getByRole('link', { name: /12355/ })).toHaveAttribute('href', 'tel:12355');
  });

  it('says why two results are not compared', async () => {
    const [scale] = report.scales;
    if (!scale) throw new Error('no scale');
    const former = { exam_name: '春季心理测评', submitted_at: report.submitted_at, not_comparable: ['norm-set'] };
    portal.answer(personalReport, { ...report, scales: [{ ...scale, former }] });
    show(<ReportPage />, at);
    expect(await screen.findByText('没有比较：两次使用的常模不同')).toBeVisible();
  });

  it('keeps what a recalculation replaced: scores, norms, when, and who asked for it', async () => {
    const replaced = {
      scale_id: 'phq-9',
      title: '患者健康问卷',
      version: '1.0.0',
      norm_title: '旧划界',
      scores: [{ dimension_id: 'total', title: '总分', score: 7, band_title: '轻度' }],
      scored_at: '2026-11-20T02:00:00.000Z',
      ended_at: '2026-11-21T02:00:00.000Z',
    };
    const void_ = { ...replaced, scores: [], ended_at: '2026-11-22T02:00:00.000Z' };
    portal.answer(personalReport, { ...report, replaced: [void_, { ...replaced, ended_by_name: '李老师' }] });
    const { user } = show(<ReportPage />, at);
    const summary = await screen.findByText('以前的结果（2）');
    expect(screen.getByText('总分 7（轻度）')).not.toBeVisible();
    await user.click(summary);
    expect(screen.getByText('总分 7（轻度）')).toBeVisible();
    expect(screen.getByText(/常模：旧划界；.+ 计分；.+由李老师重新计分/)).toBeVisible();
    expect(screen.getByText(/被替换/)).toBeVisible();
    expect(screen.getByText('作废')).toBeVisible();
  });

  it('shows a waiting result without level, file or print', async () => {
    portal.answer(personalReport, { ...report, state: 'held', scales: [], critical: [] });
    show(<ReportPage />, at);
    expect(await screen.findByText(/等待访谈核实/)).toBeVisible();
    expect(screen.queryByText('轻度')).toBeNull();
    expect(screen.queryByRole('button', { name: /导出|打印/ })).toBeNull();
  });

  it('gives students words and help lines, and no chart', async () => {
    const words: Report = {
      ...report,
      reader: 'student',
      view: 'words',
      critical: [],
      scales: [
        {
          scale_id: 'phq-9',
          title: '患者健康问卷',
          version: '1.0.0',
          valid: true,
          unofficial: false,
          marks: [],
          dimensions: [{ dimension_id: 'total', title: '总分', words: '最近可能有些累' }],
        },
      ],
    };
    portal.answer(personalReport, words);
    show(<OwnReportPage />, own);
    expect(await screen.findByText('最近可能有些累')).toBeVisible();
    expect(screen.getByText(/这不是诊断，也不是考试/)).toBeVisible();
    expect(screen.queryByText('表格')).toBeNull();
    expect(screen.queryByRole('link', { name: '王小明' })).toBeNull();
  });

  it('says what is wrong when the report does not come, and tries again', async () => {
    portal.answer(personalReport, refusal('PSY_SHEET_SEALED', { status: 409, message: '同意已经撤回' }));
    show(<ReportPage />, at);
    await waitFor(() => expect(screen.getByText(/同意已经撤回/)).toBeVisible());
  });
});

import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import referralJson from '../../../../schemas/entities/referral.json' with { type: 'json' };
import { exportFhir } from '../../../../src/features/result-exports/contract.ts';
import { FhirDialog } from '../../../../src/features/result-exports/web/FhirDialog.tsx';
import { childExams } from '../../../../src/features/screening/public.ts';
import { authenticatorStatus, boundMobile } from '../../../../src/features/verification/contract.ts';
import '../../../../src/features/verification/web/VerificationPanel.tsx';
import { exportStarted } from '../../../../src/platform/crud/web/export-started.ts';
import { aPortal, button, entityOf, holdProof, schemaOf, show } from '../../../support/component.tsx';

const portal = aPortal();
const referral = entityOf(schemaOf(referralJson));
const onClose = vi.fn();
const visit = () =>
  show(
    <FhirDialog
      entity={referral}
      rows={[{ referral_id: 'r1', child_id: 'k1', child_name: '王小明' }]}
      onDone={vi.fn()}
      onClose={onClose}
    />,
    { schemas: { referral: referral.schema } },
  );
const anExam = (id: string, status: string) => ({
  exam_id: `e${id}`,
  child_exam_id: id,
  exam_name: `测评${id}`,
  status,
  attempt: 1,
  ...(status === 'scored' && {
    submitted_at: '2026-10-01T02:00:00Z',
    scales: [
      { scale_id: 'phq-9', title: 'PHQ-9' },
      { scale_id: 'gad-7', title: 'GAD-7' },
    ],
  }),
});

beforeEach(() => {
  onClose.mockReset();
  holdProof();
  portal.answer(authenticatorStatus, { enrolled: false, required: false, recovery_codes_left: 0 });
  portal.answer(boundMobile, {});
  portal.answer(childExams, { total: 2, items: [anExam('h1', 'scored'), anExam('h2', 'submitted')] });
});

it('offers the scales of scored screenings only, asks for one and for a reason, and starts the export once', async () => {
  portal.answer(exportFhir, { task_id: 't1' });
  const { user } = visit();
  const choice = await screen.findByRole('checkbox', { name: /GAD-7（测评h1/ });
  expect(screen.getAllByRole('checkbox')).toHaveLength(2);
  expect(screen.queryByRole('checkbox', { name: /测评h2/ })).toBeNull();
  await user.click(button('导出资料'));
  expect(await screen.findByText('请选择至少一个量表')).toBeVisible();
  expect(await screen.findByText('请填写理由，至少 2 个字')).toBeVisible();
  expect(portal.requests(exportFhir)).toHaveLength(0);
  await user.click(choice);
  await user.type(screen.getByLabelText('理由'), '监护人同意');
  const before = exportStarted.get();
  await user.dblClick(button('导出资料'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(portal.requests(exportFhir).map(({ body }) => body)).toEqual([
    { sheets: [{ child_exam_id: 'h1', scale_ids: ['gad-7'] }], reason: '监护人同意' },
  ]);
  expect(exportStarted.get()).toBe(before + 1);
});

it('says that there is nothing to export, and cannot be pressed', async () => {
  portal.answer(childExams, { total: 0, items: [] });
  visit();
  expect(await screen.findByText('这名学生没有可以导出的测评结果。')).toBeVisible();
  expect(button('导出资料')).toBeDisabled();
});

it('asks for a second proof first', async () => {
  localStorage.removeItem('xinyu.secondary');
  visit();
  expect(await screen.findByRole('region', { name: '身份验证' })).toBeVisible();
  expect(screen.queryByLabelText('理由')).toBeNull();
});

import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import studentJson from '../../../../schemas/entities/student.json' with { type: 'json' };
import { eraseRecord, exportRecord, previewErasure, type Erasure } from '../../../../src/features/privacy/contract.ts';
import { EraseDialog, RecordDialog } from '../../../../src/features/privacy/web/RecordDialogs.tsx';
import { authenticatorStatus, boundMobile } from '../../../../src/features/verification/contract.ts';
import type { DataOf } from '../../../../src/platform/contract/endpoint.ts';
import '../../../../src/features/verification/web/VerificationPanel.tsx';
import { aPortal, button, entityOf, holdProof, later, schemaOf, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const student = entityOf(schemaOf(studentJson));
const rows = [{ child_id: 'k1', child_name: '王小明' }];
const erasure = (changed: Partial<Erasure> = {}): Erasure => ({
  child_id: 'k1',
  child_name: '王小明',
  retention_years: 3,
  may_erase: true,
  blocked: [],
  goes: [{ table: 'comments', title: '评语', total: 4 }],
  files: 0,
  guardians: 1,
  accounts: 0,
  stays: [{ title: '操作日志', reason: '依法保留', total: 9 }],
  total: 5,
  ...changed,
});
const onDone = vi.fn();
const onClose = vi.fn();
const visit = (Dialog: typeof EraseDialog) =>
  show(<Dialog entity={student} rows={rows} onDone={onDone} onClose={onClose} />, {
    schemas: { student: student.schema },
  });

beforeEach(() => {
  onDone.mockReset();
  onClose.mockReset();
  holdProof();
  portal.answer(authenticatorStatus, { enrolled: false, required: false, recovery_codes_left: 0 });
  portal.answer(boundMobile, {});
});

describe('the export of a whole record', () => {
  it('asks for a second proof before it asks for a reason', async () => {
    localStorage.removeItem('xinyu.secondary');
    visit(RecordDialog);
    expect(await screen.findByRole('region', { name: '身份验证' })).toBeVisible();
    expect(screen.queryByLabelText('理由')).toBeNull();
  });

  it('asks for a reason of two characters at its field', async () => {
    const { user } = visit(RecordDialog);
    await user.type(await screen.findByLabelText('理由'), ' 查 ');
    await user.click(button('导出完整记录'));
    expect(await screen.findByText('请填写理由，至少 2 个字')).toBeVisible();
    expect(portal.requests(exportRecord)).toEqual([]);
  });

  it('is started once, however often the button is pressed', async () => {
    const started = later<DataOf<typeof exportRecord>>();
    portal.answer(exportRecord, started.answer);
    const { user } = visit(RecordDialog);
    await user.type(await screen.findByLabelText('理由'), '监护人书面申请');
    await user.dblClick(button('导出完整记录'));
    await waitFor(() => expect(portal.requests(exportRecord)).toHaveLength(1));
    started.give({ task_id: 't1' });
    expect(await screen.findByText('已开始打包完整记录')).toBeVisible();
    expect(portal.requests(exportRecord).map(({ params, body }) => [params, body])).toEqual([
      [{ id: 'k1' }, { reason: '监护人书面申请' }],
    ]);
    expect(onDone).toHaveBeenCalledWith(['k1']);
  });
});

describe('the erasure of a record', () => {
  it('shows what goes, without counts of nothing, and what stays and why', async () => {
    portal.answer(previewErasure, erasure());
    visit(EraseDialog);
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('评语')).toBeVisible();
    expect(within(dialog).getByText('没有其他孩子在本校的监护人')).toBeVisible();
    expect(within(dialog).queryByText('附件')).toBeNull();
    expect(within(dialog).getByText('操作日志 9 条：依法保留')).toBeVisible();
  });

  it.each([
    ['the student is still at the school', {}, '只能清除已经离校或毕业的学生。'],
    [
      'the record has to be kept longer',
      { erasable_on: '2029-08-31' },
      '学校设定离校后保留 3 年，2029-08-31 起方可清除。',
    ],
    ['a hold is in force', { erasable_on: '2024-08-31', blocked: ['依法保留'] }, '现在不能清除：依法保留。'],
  ])('is not offered while %s', async (_, changed, reason) => {
    portal.answer(previewErasure, erasure({ may_erase: false, ...changed }));
    visit(EraseDialog);
    expect(await screen.findByText(reason)).toBeVisible();
    expect(screen.queryByRole('button', { name: '清除王小明的全部记录' })).toBeNull();
    expect(screen.queryByLabelText('理由')).toBeNull();
  });

  it('shows the new count when rows were added meanwhile, and erases nothing before', async () => {
    portal.answer(previewErasure, erasure());
    portal.answer(eraseRecord, refusal('PSY_CONFLICT'));
    const { user } = visit(EraseDialog);
    await user.type(await screen.findByLabelText('理由'), '已满年限');
    portal.answer(previewErasure, erasure({ goes: [{ table: 'comments', title: '评语', total: 77 }], total: 78 }));
    await user.click(button('清除王小明的全部记录'));
    expect(await screen.findByText('内容已被他人修改，请刷新后重试')).toBeVisible();
    expect(await screen.findByText('77')).toBeVisible();
    expect(portal.requests(eraseRecord)[0]?.body).toEqual({ reason: '已满年限', total: 5 });
    expect(onDone).not.toHaveBeenCalled();

    portal.answer(eraseRecord, { total: 78 });
    await user.click(button('清除王小明的全部记录'));
    expect(await screen.findByText('已清除王小明的全部记录')).toBeVisible();
    expect(portal.requests(eraseRecord).at(-1)?.body).toEqual({ reason: '已满年限', total: 78 });
  });

  it('offers a retry when the preview fails, and no erasure', async () => {
    portal.answer(previewErasure, refusal('PSY_UNKNOWN', { status: 500 }));
    const { user } = visit(EraseDialog);
    const again = await screen.findByRole('button', { name: /^重\s?试$/ });
    expect(screen.queryByLabelText('理由')).toBeNull();
    portal.answer(previewErasure, erasure());
    await user.click(again);
    expect(await screen.findByLabelText('理由')).toBeVisible();
  });
});

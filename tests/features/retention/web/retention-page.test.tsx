import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  approve,
  items,
  overview,
  propose,
  putTerms,
  runs,
  type Overview,
  type Run,
} from '../../../../src/features/retention/contract.ts';
import { RETENTION_KINDS } from '../../../../src/features/retention/rules.ts';
import { RetentionPage } from '../../../../src/features/retention/web/RetentionPage.tsx';
import { authenticatorStatus, boundMobile } from '../../../../src/features/verification/contract.ts';
import '../../../../src/features/verification/web/VerificationPanel.tsx';
import { aPortal, button, holdProof, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';
import { viewport } from '../../../support/page.ts';

const portal = aPortal();
const ALL = ['open', 'update', 'create', 'approve', 'export', 'restore'];
const found: Overview = {
  quarantine_days: 30,
  upcoming_days: 90,
  kinds: RETENTION_KINDS.map((kind) => ({
    kind,
    years: kind === 'answers' ? 1 : 3,
    default_years: kind === 'answers' ? 1 : 3,
    total: 40,
    due: { students: kind === 'answers' ? 2 : 0, total: 6 },
    soon: { students: 0, total: 0 },
  })),
  others: [{ kind: 'log', total: 900, since: '2025-09-01T00:00:00.000Z' }],
  held: 1,
  quarantined: 0,
};
const run = (changed: Partial<Run> = {}): Run => ({
  run_id: 'r1',
  status: 1,
  reason: '保留年限已满',
  proposed_by_name: '周敏',
  proposed_at: '2029-11-21T08:00:00.000Z',
  own: false,
  students: 2,
  total: 6,
  untouched: 1,
  quarantined: 0,
  restored: 0,
  erased: 0,
  ...changed,
});
const visit = (path: string, acts: string[] = ALL) =>
  show(<RetentionPage />, {
    path: '/retention',
    at: path,
    may: { retention: ['open'], 'retention/decide': acts, 'retention/hold': acts },
  });

beforeEach(() => {
  holdProof();
  portal.answer(authenticatorStatus, { enrolled: false, required: false, recovery_codes_left: 0 });
  portal.answer(boundMobile, {});
  portal.answer(overview, found);
});

describe('the terms', () => {
  it('are shown with what is held and due, and saved with the message at the wrong field', async () => {
    portal.answer(putTerms, refusal('PSY_INVALID_INPUT', { details: [{ field: '/crisis', message: '不能短于干预' }] }));
    const { user } = visit('/retention');
    expect(await screen.findByText('2 名学生，6 条')).toBeVisible();
    const field = screen.getByLabelText('预警与个案保留的年数');
    await user.clear(field);
    await user.type(field, '2');
    await user.click(button('保存年限'));
    expect(await screen.findByText('不能短于干预')).toBeVisible();
    expect(portal.requests(putTerms)[0]?.body).toEqual({ crisis: 2 });
  });

  it('are cards on a phone, which has no room for the table', async () => {
    viewport(390);
    visit('/retention');
    const card = (await screen.findByText('测评作答')).closest('li');
    expect(card).toHaveTextContent('2 名学生，6 条');
    expect(card).toContainElement(screen.getByLabelText('测评作答保留的年数'));
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('are locked for who only reads', async () => {
    visit('/retention', []);
    expect(await screen.findByLabelText('测评作答保留的年数')).toBeDisabled();
    expect(screen.queryByRole('button', { name: '保存年限' })).toBeNull();
  });
});

describe('lists', () => {
  it('are approved by another person, who sees how much goes', async () => {
    portal.answer(runs, { total: 1, items: [run()] });
    portal.answer(approve, run({ status: 2 }));
    const { user } = visit('/retention?tab=runs');
    await user.click(await screen.findByRole('button', { name: '批准并隔离' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/2 名学生的 6 条记录将立即/)).toBeVisible();
    await user.click(button('批准清除 2 名学生的内容'));
    await waitFor(() => expect(portal.requests(approve)[0]?.body).toEqual({ students: 2, total: 6 }));
  });

  it('offer no approval to the proposer, and no second proposal beside a waiting one', async () => {
    portal.answer(runs, { total: 1, items: [run({ own: true })] });
    visit('/retention?tab=runs');
    expect(await screen.findByText('由您本人提出，须由另一位管理员批准。')).toBeVisible();
    expect(screen.queryByRole('button', { name: '批准并隔离' })).toBeNull();
    expect(button('提出清除清单')).toBeDisabled();
    expect(portal.requests(propose)).toEqual([]);
  });

  it('name the students and why one is not touched', async () => {
    portal.answer(runs, { total: 1, items: [run()] });
    portal.answer(items, {
      total: 1,
      items: [
        {
          child_id: 'k1',
          child_name: '王小明',
          student_no: '7',
          kinds: ['record'],
          status: 2,
          why: ['hold'],
          total: 6,
          held: true,
        },
      ],
    });
    const { user } = visit('/retention?tab=runs');
    await user.click(await screen.findByRole('button', { name: '查看学生' }));
    expect(await screen.findByText('王小明')).toBeVisible();
    expect(screen.getByText('依法保留', { selector: 'td' })).toBeVisible();
  });
});

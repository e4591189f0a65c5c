import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import planJson from '../../../../schemas/entities/bureau-plan.json' with { type: 'json' };
import { classesTree } from '../../../../src/features/classes/public.ts';
import {
  acceptPlan,
  closePlan,
  declinePlan,
  planProgress,
  recallPlan,
  receivedPlans,
  sendPlan,
  type PlanProgress,
  type ReceivedPlan,
} from '../../../../src/features/screening/contract/bureau.ts';
import { dutyChoices } from '../../../../src/features/screening/contract/progress.ts';
import { scales } from '../../../../src/features/screening/contract/scales.ts';
import { BureauPlanPage } from '../../../../src/features/screening/web/bureau/BureauPlanPage.tsx';
import { ReceivedPlans } from '../../../../src/features/screening/web/bureau/ReceivedPlans.tsx';
import { aPortal, button, entityOf, named, schemaOf, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const FROM = '2026-11-01T00:00:00Z';
const TO = '2099-11-30T12:00:00Z';

describe('the page of an institution’s plan', () => {
  const plan = entityOf(schemaOf(planJson));
  const row = {
    plan_id: 'p1',
    plan_name: '全市秋季测评',
    status: 'sent',
    scale_ids: ['who-5'],
    grades: ['3', '4-10'],
    school_ids: ['2001', '2002', '2003'],
    schools: 3,
    starts_at: FROM,
    ends_at: TO,
  };
  const progress: PlanProgress = {
    plan_id: 'p1',
    smallest: 5,
    waiting: 1,
    accepted: 1,
    declined: 1,
    planned: 45,
    schools: [
      { school_id: '2001', school_name: '一中', answer: 'waiting' },
      {
        school_id: '2002',
        school_name: '二小',
        answer: 'accepted',
        exam_status: 'running',
        starts_at: FROM,
        ends_at: TO,
        planned: 45,
      },
      { school_id: '2003', school_name: '学院', answer: 'declined', reason: '已做过普测' },
    ],
  };
  const may = { 'screening/bureau': ['open', 'create', 'update', 'send', 'close', 'recall'] };
  const open = (rights: Record<string, string[]> = may) =>
    show(<BureauPlanPage />, {
      may: rights,
      schemas: { 'bureau-plan': plan.schema },
      path: '/screening/bureau/:plan_id',
      at: '/screening/bureau/p1',
    });

  beforeEach(() => {
    portal.answer(plan.calls.get, row);
    portal.answer(planProgress, progress);
    portal.answer(scales, { total: 0, items: [] });
  });

  it('shows what each school answered, its window and rounded numbers; few students look like none', async () => {
    open();
    const table = await screen.findByRole('table');
    const rows = within(table)
      .getAllByRole('row')
      .slice(-3)
      .map((one) => [...one.children].map(({ textContent }) => textContent));
    expect(rows.map(([school, answer, exam]) => [school, answer, exam])).toEqual([
      ['一中', '待答复', '—'],
      ['二小', '已接受', '进行中'],
      ['学院', '不参加理由：已做过普测', '—'],
    ]);
    expect(rows[1]?.slice(4)).toEqual(['约 45 名', '少于 5 名']);
    expect(rows[0]?.slice(3)).toEqual(['—', '—', '—']);
    expect(screen.getByText(/取整到 5 的倍数/)).toBeVisible();
    expect(screen.getByText(/初中、高一/)).toBeVisible();
  });

  it('sends a draft after a question that names the schools, and shows no progress before', async () => {
    portal.answer(plan.calls.get, { ...row, status: 'draft' });
    portal.answer(sendPlan, () => {
      portal.answer(plan.calls.get, row);
      return { plan_id: 'p1', status: 'sent' };
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: named('下发') }));
    expect(screen.queryByText('各校进度')).toBeNull();
    await user.click(await screen.findByRole('button', { name: '下发给 3 所学校' }));
    expect(await screen.findByText('各校进度')).toBeVisible();
    expect(portal.requests(sendPlan)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: named('下发') })).toBeNull();
  });

  it('withdraws after a question, and says why it could not be ended', async () => {
    portal.answer(closePlan, refusal('PSY_CONFLICT', { message: '计划已经结束' }));
    portal.answer(recallPlan, () => {
      portal.answer(plan.calls.get, { ...row, status: 'closed', withdrawn_at: FROM });
      return { plan_id: 'p1', status: 'closed' };
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '结束计划' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '结束计划' }));
    expect(await screen.findByText('计划已经结束')).toBeVisible();
    await user.click(button('撤回'));
    await user.click(await screen.findByRole('button', { name: '撤回计划' }));
    expect(await screen.findByText('已撤回')).toBeVisible();
    expect(screen.queryByRole('button', { name: named('修改') })).toBeNull();
  });

  it('offers nothing to people who only look', async () => {
    open({ 'screening/bureau': ['open'] });
    await screen.findByRole('table');
    expect(screen.queryByRole('button', { name: named('修改') })).toBeNull();
    expect(screen.queryByRole('button', { name: named('撤回') })).toBeNull();
  });

  it('says that the progress failed, and reads it again', async () => {
    portal.answer(planProgress, refusal('PSY_UNKNOWN', { status: 500 }));
    const { user } = open();
    const again = await screen.findByRole('button', { name: named('重试') });
    portal.answer(planProgress, progress);
    await user.click(again);
    expect(await screen.findByRole('table')).toBeVisible();
  });
});

describe('the plans that a school has received', () => {
  const received: ReceivedPlan = {
    plan_id: 'p1',
    plan_name: '全市秋季测评',
    bureau_name: '市教育局',
    answer: 'waiting',
    scales: [{ scale_id: 'who-5', title: '幸福感' }],
    grades: ['3'],
    visibility: {},
    note: '请尽快答复',
    starts_at: FROM,
    ends_at: TO,
  };
  const aClass = (node_id: string, node_name: string) => ({ node_id, node_name, level: 4, next_level: [] });
  const answered = (change: Partial<ReceivedPlan> = {}) =>
    portal.answer(receivedPlans, { total: 1, items: [{ ...received, ...change }] });
  const open = (may: Record<string, string[]> = { exam: ['open', 'accept', 'decline'] }) =>
    show(<ReceivedPlans />, { may });

  beforeEach(() => {
    answered();
    portal.answer(dutyChoices, { total: 0, items: [] });
    portal.answer(classesTree, [
      {
        node_id: '3',
        node_name: '初中',
        level: 6,
        next_level: [{ node_id: '3-7', node_name: '初一', level: 3, next_level: [aClass('c7', '初一（1）班')] }],
      },
      {
        node_id: '4',
        node_name: '高中',
        level: 6,
        next_level: [{ node_id: '4-10', node_name: '高一', level: 3, next_level: [aClass('c10', '高一（1）班')] }],
      },
    ]);
  });

  it('are accepted with the school’s own window and the grades that they are meant for, and open the draft', async () => {
    portal.answer(acceptPlan, { exam_id: 'e9' });
    const { user, address } = open();
    expect(await screen.findByText(/市教育局的测评计划：全市秋季测评/)).toBeVisible();
    expect(screen.getByText('请尽快答复')).toBeVisible();
    await user.click(button('接受'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.clear(dialog.getByLabelText('名称'));
    await user.type(dialog.getByLabelText('名称'), '一中秋季测评');
    await expect.poll(() => document.querySelector('.ant-select-loading')).toBeNull();
    await user.click(dialog.getByRole('button', { name: '建立测评草稿' }));
    await expect.poll(address).toBe('/exam/e9');
    const [request] = portal.requests(acceptPlan);
    expect(request?.body).toMatchObject({ exam_name: '一中秋季测评', scope: { grade_ids: ['3-7'] } });
  });

  it('keep what was typed when the server refuses, with its words at the field', async () => {
    portal.answer(
      acceptPlan,
      refusal('PSY_INVALID_INPUT', { details: [{ field: '/ends_at', message: '结束时间要晚于开始时间' }] }),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: named('接受') }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.clear(dialog.getByLabelText('名称'));
    await user.type(dialog.getByLabelText('名称'), '另一个名称');
    await user.click(dialog.getByRole('button', { name: '建立测评草稿' }));
    expect(await dialog.findByText('结束时间要晚于开始时间')).toBeVisible();
    expect(dialog.getByLabelText('名称')).toHaveValue('另一个名称');
  });

  it('are declined with a reason only, and can be accepted later', async () => {
    portal.answer(declinePlan, () => {
      answered({ answer: 'declined', reason: '本学期做过了', answered_by_name: '周敏' });
      return { plan_id: 'p1', answer: 'declined' };
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '不参加' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: '不参加' }));
    expect(await dialog.findByText('请写明理由，至少 4 个字')).toBeVisible();
    expect(portal.requests(declinePlan)).toEqual([]);
    await user.type(dialog.getByLabelText('理由'), ' 本学期做过了 ');
    await user.click(dialog.getByRole('button', { name: '不参加' }));
    expect(await screen.findByText(/周敏 已答复不参加。理由：本学期做过了/)).toBeVisible();
    expect(portal.requests(declinePlan)[0]?.body).toEqual({ reason: '本学期做过了' });
    expect(button('改为接受')).toBeVisible();
  });

  it('ask before a dialog with something typed closes, and close at once without', async () => {
    const { user } = open();
    for (const [opener, field, words] of [
      ['接受', '名称', '一中秋季测评'],
      ['不参加', '理由', '本学期'],
    ] as const) {
      await user.click(await screen.findByRole('button', { name: named(opener) }));
      await screen.findByRole('dialog');
      await user.click(screen.getByRole('button', { name: named('取消') }));
      await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
      await user.click(await screen.findByRole('button', { name: named(opener) }));
      const dialog = within(await screen.findByRole('dialog'));
      await user.type(dialog.getByLabelText(field), words);
      await user.click(dialog.getByRole('button', { name: named('取消') }));
      await user.click(await screen.findByRole('button', { name: named('继续编辑') }));
      expect(dialog.getByLabelText(field)).toHaveDisplayValue(new RegExp(words));
      await user.click(dialog.getByRole('button', { name: named('取消') }));
      await user.click(await screen.findByRole('button', { name: named('放弃修改') }));
      await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    }
  });

  it('cannot be accepted while the school lacks a pack, which they name', async () => {
    answered({ scales: [{ scale_id: 'x', title: '某量表', problem: '没有这个量表，或者没有安装' }] });
    open();
    expect(await screen.findByText('没有这个量表，或者没有安装')).toBeVisible();
    expect(button('接受')).toBeDisabled();
  });

  it('are not shown once they are accepted, nor to people who may not plan', async () => {
    answered({ answer: 'accepted', exam_id: 'e1' });
    open();
    await expect.poll(() => portal.requests(receivedPlans).length).toBe(1);
    expect(screen.queryByText(/全市秋季测评/)).toBeNull();
  });
});

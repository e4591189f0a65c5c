import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import consultationJson from '../../../../schemas/entities/consultation.json' with { type: 'json' };
import followUpJson from '../../../../schemas/entities/follow-up.json' with { type: 'json' };
import referralJson from '../../../../schemas/entities/referral.json' with { type: 'json' };
import { classesTree } from '../../../../src/features/classes/contract.ts';
import {
  endConsultation,
  freeSlots,
  moveReferral,
  referralSteps,
  type ReferralSteps,
} from '../../../../src/features/interventions/contract/records.ts';
import { ConsultationPage } from '../../../../src/features/interventions/web/ConsultationPage.tsx';
import { CancelDialog } from '../../../../src/features/interventions/web/EndDialogs.tsx';
import { SlotPick } from '../../../../src/features/interventions/web/fields/SlotPick.tsx';
import { FollowUpPage } from '../../../../src/features/interventions/web/RecordPage.tsx';
import { StepsDialog } from '../../../../src/features/interventions/web/StepsDialog.tsx';
import { getPreference } from '../../../../src/platform/crud/contract/preferences.ts';
// Inputs that the portal loads later are here from the beginning, so that no test waits for a file to be read.
import '../../../../src/platform/crud/web/form/SchemaForm.tsx';
import '../../../../src/platform/ui/web/fields/DatePickers.tsx';
import '../../../../src/platform/ui/web/fields/RowPick.tsx';
import '../../../../src/platform/ui/web/fields/SwitchPick.tsx';
import { aPortal, button, entityOf, later, named, schemaOf, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const HOUR = 3_600_000;
const AT = '2026-11-20T02:00:00.000Z';
const followUp = entityOf(schemaOf(followUpJson));
const consultation = entityOf(schemaOf(consultationJson));
const referral = entityOf(schemaOf(referralJson));
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

beforeEach(() => {
  portal.answer(getPreference, { value: {} });
  portal.answer(classesTree, []);
});

describe('the list of follow-ups', () => {
  const row = { follow_up_id: 'f1', child_name: '赵紫彤', due_on: '2026-11-30', due_state: 'soon', updated_at: AT };
  const MAY = { 'intervention/follow-up': ['open', 'create', 'update'] };
  const visit = (at = '/intervention/follow-up', may: Record<string, string[]> = MAY) =>
    show(<FollowUpPage />, { may, schemas: { 'follow-up': followUp.schema }, path: '/intervention/follow-up', at });

  it('sends the filter of the address, and offers to clear it when nothing matches', async () => {
    portal.answer(followUp.calls.list, ({ query }) =>
      query['due_state'] === undefined ? { total: 1, items: [row] } : { total: 0, items: [] },
    );
    const { user } = visit('/intervention/follow-up?due_state=overdue');
    expect(await screen.findByText(/没有符合条件的随访/)).toBeVisible();
    expect(portal.requests(followUp.calls.list)[0]?.query).toMatchObject({ due_state: 'overdue' });
    await user.click(button('清除筛选条件'));
    expect(await screen.findByText('赵紫彤')).toBeVisible();
  });

  it('hides the acts that a role may not do', async () => {
    portal.answer(followUp.calls.list, { total: 1, items: [row] });
    visit('/intervention/follow-up', { 'intervention/follow-up': ['open'] });
    expect(await screen.findByText('赵紫彤')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^新增/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /^编辑/ })).toBeNull();
    expect(screen.getByRole('button', { name: /^查看/ })).toBeVisible();
  });

  it('says at the fields what a new one lacks, and sends nothing', async () => {
    portal.answer(followUp.calls.list, { total: 0, items: [] });
    const { user } = visit('/intervention/follow-up?create=1');
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByRole('combobox', { name: /学生/ });
    await user.click(within(dialog).getByRole('button', { name: named('保存') }));
    expect(await within(dialog).findByText('请选择学生')).toBeVisible();
    expect(await within(dialog).findByText('请填写计划日期')).toBeVisible();
    expect(portal.requests(followUp.calls.create)).toEqual([]);
  });
});

describe('the list of consultations', () => {
  const booked = (n: number, start_at: string, status = 1) => ({
    consultation_id: `x${n}`,
    child_name: ['赵一', '钱二', '孙三'][n],
    start_at,
    status,
    updated_at: AT,
  });
  const MAY = { 'intervention/consultation': ['open', 'update'] };

  it('offers to cancel what is ahead, to mark as absent what is past, and neither when it is over', async () => {
    portal.answer(consultation.calls.list, {
      total: 3,
      items: [booked(0, inHours(5)), booked(1, inHours(-5)), booked(2, inHours(-5), 2)],
    });
    show(<ConsultationPage />, {
      may: MAY,
      schemas: { consultation: consultation.schema },
      path: '/intervention/consultation',
    });
    await screen.findByText('孙三');
    const acts = ['赵一', '钱二', '孙三'].map((name) =>
      ['取消预约', '记为未到'].filter((act) => screen.queryByRole('button', { name: `${act} ${name}` }) !== null),
    );
    expect(acts).toEqual([['取消预约'], ['记为未到'], []]);
  });

  it('cancels once, and names whose hour it is', async () => {
    const ended = later<{ consultation_id: string; status: number }>();
    portal.answer(endConsultation, ended.answer);
    const onDone = vi.fn();
    const { user } = show(
      <CancelDialog entity={consultation} rows={[booked(0, AT)]} onDone={onDone} onClose={() => undefined} />,
    );
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('取消赵一的咨询预约');
    await user.dblClick(within(dialog).getByRole('button', { name: '取消预约' }));
    await waitFor(() =>
      expect(portal.requests(endConsultation).map(({ body }) => body)).toEqual([{ from: AT, status: 3 }]),
    );
    ended.give({ consultation_id: 'x0', status: 3 });
    expect(await screen.findByText('预约已取消')).toBeVisible();
    expect(onDone).toHaveBeenCalledWith(['x0']);
    expect(portal.requests(endConsultation)).toHaveLength(1);
  });

  it('groups free hours by day, finds them by counsellor, and says when there are none', async () => {
    const slot = (id: string, start_at: string, counsellor_name: string) => ({
      slot: id,
      start_at,
      minutes: 50,
      counsellor_id: 'u8',
      counsellor_name,
    });
    portal.answer(freeSlots, {
      total: 2,
      items: [slot('s1', '2026-11-23T02:00:00.000Z', '陈静'), slot('s2', '2026-11-24T02:00:00.000Z', '周敏')],
    });
    const onChange = vi.fn();
    const control = { id: 'slot', field: { type: 'string' as const, title: '预约时段' }, onChange };
    const { user } = show(<SlotPick {...control} label="预约时段" value={undefined} />);
    await user.click(await screen.findByRole('combobox'));
    await waitFor(() =>
      expect([...document.querySelectorAll('.ant-select-item-group')].map((day) => day.textContent)).toEqual([
        expect.stringMatching(/^11月23日/),
        expect.stringMatching(/^11月24日/),
      ]),
    );
    await user.type(screen.getByRole('combobox'), '周敏');
    await user.click(await screen.findByText(/周敏/, { selector: 'small' }));
    expect(onChange).toHaveBeenCalledWith('s2');
    await user.clear(screen.getByRole('combobox'));
    await user.type(screen.getByRole('combobox'), '没有这个人');
    expect(await screen.findByText('今后四周没有可以预约的时段')).toBeVisible();
  });
});

describe('the steps of a referral', () => {
  const steps = (status: number, ...more: number[]): ReferralSteps => ({
    status,
    steps: [1, ...more].map((one) => ({ step_id: `s${one}`, status: one, at: AT, user_name: '陈静' })),
  });
  const visit = (may: Record<string, string[]> = { 'intervention/referral': ['open', 'update'] }) =>
    show(<StepsDialog entity={referral} id="r1" onClose={() => undefined} />, {
      may,
      schemas: { referral: referral.schema },
    });
  const moves = () => screen.queryAllByRole('button', { name: /^改为/ }).map(({ textContent }) => textContent);

  beforeEach(() => {
    portal.answer(referral.calls.get, { referral_id: 'r1', child_name: '赵紫彤' });
    portal.answer(referralSteps, steps(1));
  });

  it('offers the next steps of its state, with the note', async () => {
    portal.answer(moveReferral, steps(2, 2));
    const { user } = visit();
    await user.type(await screen.findByLabelText('说明'), ' 已电话确认 ');
    expect(moves()).toEqual(['改为“医院已接收”', '改为“医院未接收”', '改为“已结案”']);
    await user.dblClick(screen.getByRole('button', { name: '改为“医院已接收”' }));
    expect(await screen.findByText('已改为“医院已接收”')).toBeVisible();
    await waitFor(() => expect(moves()).toEqual(['改为“治疗中”', '改为“治疗结束”', '改为“已结案”']));
    expect(screen.getByLabelText('说明')).toHaveValue('');
    expect(portal.requests(moveReferral).map(({ body }) => body)).toEqual([{ from: 1, status: 2, note: '已电话确认' }]);
  });

  it('keeps the note when another user was first, and shows the step of the other', async () => {
    const { user } = visit();
    await user.type(await screen.findByLabelText('说明'), '已电话确认');
    portal.answer(moveReferral, refusal('PSY_CONFLICT'));
    portal.answer(referralSteps, steps(32, 32));
    await user.click(screen.getByRole('button', { name: '改为“医院已接收”' }));
    expect(await screen.findByText('内容已被他人修改，请刷新后重试')).toBeVisible();
    await waitFor(() => expect(moves()).toEqual(['改为“待处理”', '改为“已结案”']));
    expect(screen.getByLabelText('说明')).toHaveValue('已电话确认');
  });

  it('offers nothing to a role that may only read, nor after the end', async () => {
    visit({ 'intervention/referral': ['open'] });
    expect(await screen.findByText('待处理')).toBeVisible();
    expect(moves()).toEqual([]);
  });

  it('says that a closed one changes no more', async () => {
    portal.answer(referralSteps, steps(128, 128));
    visit();
    expect(await screen.findByText('转介已结案，不能再修改。')).toBeVisible();
    expect(screen.queryByLabelText('说明')).toBeNull();
  });

  it('offers a retry when the steps cannot be loaded', async () => {
    portal.answer(referralSteps, refusal('PSY_UNKNOWN', { status: 500 }));
    const { user } = visit();
    const again = await screen.findByRole('button', { name: named('重试') });
    portal.answer(referralSteps, steps(1));
    await user.click(again);
    expect(await screen.findByText('待处理')).toBeVisible();
  });
});

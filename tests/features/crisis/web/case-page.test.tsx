import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { assignCase, caseOwners, planNextStep } from '../../../../src/features/crisis/contract/case-work.ts';
import { caseDetail, changeCaseLevel, type CaseDetail } from '../../../../src/features/crisis/contract/cases.ts';
import { safetyPlans, writeSafetyPlan } from '../../../../src/features/crisis/contract/safety-plans.ts';
import { CasePage } from '../../../../src/features/crisis/web/CasePage.tsx';
import { aPortal, button, named, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const AT = '2026-11-20T02:00:00.000Z';
const detail: CaseDetail = {
  case_id: 'c1',
  child_id: 'ch1',
  child_name: '王小明',
  student_no: '20260101',
  study_status: 1,
  crisis_level: 2,
  status: 1,
  opened_at: AT,
  version: 3,
  warns: [],
  inform: false,
  informed: [],
  can_write: true,
  can_restrict: true,
  steps: { total: 0, items: [] },
};
const visit = (value: Partial<CaseDetail> = {}) => {
  portal.answer(caseDetail, { ...detail, ...value });
  return show(<CasePage />, {
    may: { 'crisis/case': ['open'], 'crisis/case/write': ['write'] },
    path: '/crisis/case/:case_id',
    at: '/crisis/case/c1',
  });
};
const dialog = async () => within(await screen.findByRole('dialog'));

beforeEach(() => {
  portal.answer(caseOwners, {
    total: 2,
    items: [
      { user_id: 'u1', name: '周敏' },
      { user_id: 'u2', name: '李强' },
    ],
  });
});

it('says that nobody is in charge and nothing is planned, and puts a person in charge', async () => {
  portal.answer(assignCase, { ok: true });
  const { user } = visit();
  expect(await screen.findByText('尚未指定负责人')).toBeVisible();
  expect(screen.getByText('尚未安排')).toBeVisible();
  await user.click(button('指定负责人'));
  const sheet = await dialog();
  await user.click(await sheet.findByRole('combobox'));
  await user.click(await screen.findByTitle('李强'));
  await user.click(sheet.getByRole('button', { name: /保\s?存/ }));
  await screen.findByText('保存成功');
  expect(portal.requests(assignCase)[0]?.body).toEqual({ owner_id: 'u2', version: 3 });
});

it('marks an overdue next step with a word, and keeps what was typed when another person was first', async () => {
  portal.answer(
    planNextStep,
    refusal('PSY_CONFLICT', { status: 409, message: '这个个案刚刚由李强改动，请刷新后重试' }),
  );
  const { user } = visit({ next_on: '2026-11-19', next_text: '家访', next_state: 'overdue' });
  expect(await screen.findByText('已过期')).toBeVisible();
  await user.click(button('完成'));
  const sheet = await dialog();
  await user.type(sheet.getByLabelText('结果'), '已家访');
  await user.click(sheet.getByRole('button', { name: /保\s?存/ }));
  expect(await sheet.findByText(/刚刚由李强改动/)).toBeVisible();
  expect(sheet.getByLabelText('结果')).toHaveValue('已家访');
});

it('plans a next step on the version that was opened, and after a conflict only when it is opened again', async () => {
  portal.answer(
    planNextStep,
    refusal('PSY_CONFLICT', { status: 409, message: '这个个案刚刚由李强改动，请刷新后重试' }),
  );
  const { user } = visit({ next_on: '2026-11-19', next_text: '家访', next_state: 'overdue' });
  await user.click(await screen.findByRole('button', { name: named('完成') }));
  const sheet = await dialog();
  await user.type(sheet.getByLabelText('结果'), '已家访');
  portal.answer(caseDetail, { ...detail, version: 4, next_on: '2026-11-28', next_text: '与父亲面谈' });
  await user.click(sheet.getByRole('button', { name: named('保存') }));
  expect(await sheet.findByText(/请关闭后重新打开/)).toBeVisible();
  expect(await screen.findByText('与父亲面谈')).toBeInTheDocument();
  expect(sheet.getByText('家访')).toBeVisible();
  expect(sheet.getByRole('button', { name: named('保存') })).toBeDisabled();
  expect(portal.requests(planNextStep).map(({ body }) => body)).toEqual([{ version: 3, result: '已家访' }]);
});

it('shows the versions of a safety plan, and writes the next one from the latest', async () => {
  const content = { warning_signs: '睡不着', helps: '听歌', people: [{ name: '妈妈' }], steps: '先找妈妈' };
  const plan = { at: AT, author_name: '周敏', content };
  portal.answer(safetyPlans, {
    total: 2,
    items: [
      { ...plan, edition: 2 },
      { ...plan, edition: 1, content: { ...content, helps: '散步' } },
    ],
  });
  portal.answer(writeSafetyPlan, { ...plan, edition: 3 });
  const { user } = visit({ safety_plan: { edition: 2, at: AT, author_name: '周敏' } });
  await user.click(await screen.findByRole('button', { name: /^查\s?看$/ }));
  let sheet = await dialog();
  expect(await sheet.findByText('听歌')).toBeVisible();
  await user.click(sheet.getByText('第 1 版'));
  expect(sheet.getByText('散步')).toBeVisible();
  await user.click(sheet.getByRole('button', { name: /修\s?改/ }));
  sheet = await dialog();
  await user.type(await sheet.findByLabelText('什么能帮到自己'), '、画画');
  await user.click(sheet.getByRole('button', { name: '保存为第 3 版' }));
  await screen.findByText('保存成功');
  expect(portal.requests(writeSafetyPlan)[0]?.body).toMatchObject({
    base: 2,
    helps: '听歌、画画',
    people: [{ name: '妈妈' }],
  });
});

it('keeps a newer version of a safety plan: it is shown, and only its own button saves after it', async () => {
  const content = { warning_signs: '睡不着', helps: '听歌', people: [{ name: '妈妈' }], steps: '先找妈妈' };
  const first = { edition: 1, at: AT, author_name: '周敏', content };
  const second = { edition: 2, at: AT, author_name: '李强', content: { ...content, helps: '打球' } };
  portal.answer(safetyPlans, { total: 1, items: [first] });
  portal.answer(writeSafetyPlan, refusal('PSY_CONFLICT', { status: 409, message: '安全计划刚刚由李强改为第 2 版' }));
  const { user } = visit({ safety_plan: first });
  await user.click(await screen.findByRole('button', { name: named('查看') }));
  await user.click(await (await dialog()).findByRole('button', { name: named('修改') }));
  const sheet = await dialog();
  await user.type(await sheet.findByLabelText('什么能帮到自己'), '、画画');
  portal.answer(safetyPlans, { total: 2, items: [second, first] });
  await user.click(sheet.getByRole('button', { name: '保存为第 2 版' }));
  const newer = within(await sheet.findByRole('region', { name: '第 2 版' }));
  expect(newer.getByText(/^已有第 2 版（李强，/)).toBeVisible();
  expect(newer.getByText('打球')).toBeVisible();
  expect(sheet.getByLabelText('什么能帮到自己')).toHaveValue('听歌、画画');
  expect(sheet.getByRole('button', { name: '保存为第 2 版' })).toBeDisabled();
  portal.answer(writeSafetyPlan, { ...second, edition: 3 });
  await user.click(newer.getByRole('button', { name: '以第 2 版为基础保存' }));
  await screen.findByText('保存成功');
  expect(portal.requests(writeSafetyPlan).map(({ body }) => body)).toMatchObject([
    { base: 1 },
    { base: 2, helps: '听歌、画画' },
  ]);
});

it('changes owner, level and state on the version that was opened, and after a conflict only when opened again', async () => {
  const first = refusal('PSY_CONFLICT', { status: 409, message: '这个个案刚刚由李强改动，请刷新后重试' });
  portal.answer(assignCase, first);
  portal.answer(changeCaseLevel, first);
  const { user } = visit();
  await user.click(await screen.findByRole('button', { name: named('指定负责人') }));
  let sheet = await dialog();
  await user.click(await sheet.findByRole('combobox'));
  await user.click(await screen.findByTitle('李强'));
  portal.answer(caseDetail, { ...detail, version: 4 });
  await user.click(sheet.getByRole('button', { name: named('保存') }));
  expect(await sheet.findByText(/请关闭后重新打开/)).toBeVisible();
  expect(sheet.getByRole('button', { name: named('保存') })).toBeDisabled();
  expect(portal.requests(assignCase).map(({ body }) => body)).toEqual([{ owner_id: 'u2', version: 3 }]);
  await user.click(sheet.getByRole('button', { name: named('取消') }));
  await user.click(await screen.findByRole('button', { name: named('调整等级') }));
  sheet = await dialog();
  await user.type(sheet.getByRole('textbox'), '复评');
  portal.answer(caseDetail, { ...detail, version: 5 });
  await user.click(sheet.getByRole('button', { name: named('保存') }));
  expect(await sheet.findByText(/请关闭后重新打开/)).toBeVisible();
  expect(sheet.getByRole('button', { name: named('保存') })).toBeDisabled();
  expect(portal.requests(changeCaseLevel).map(({ body }) => (body as { version: number }).version)).toEqual([4]);
});

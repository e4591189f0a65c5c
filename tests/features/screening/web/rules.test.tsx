import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import {
  replayRule,
  screeningQuality,
  type Quality,
  type Replay,
} from '../../../../src/features/screening/contract/quality.ts';
import { previewRecalculation, recalculate } from '../../../../src/features/screening/contract/recalculation.ts';
import {
  activateRule,
  alertRules,
  changeRule,
  confirmRule,
  createRule,
  type Rule,
} from '../../../../src/features/screening/contract/rules.ts';
import { scale, scales, type ScaleHead } from '../../../../src/features/screening/contract/scales.ts';
// Loads the texts of a plan's page.
import '../../../../src/features/screening/web/planning/ExamPage.tsx';
import { RecalculateDialog } from '../../../../src/features/screening/web/planning/RecalculateDialog.tsx';
import { RulesPage } from '../../../../src/features/screening/web/planning/rules/RulesPage.tsx';
import { aPortal, button, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const WORDS = '量表的题目文字不是授权版本，请先由心理教师确认这条规则';
const head: ScaleHead = {
  scale_id: 'mood',
  title: '心情量表',
  version: '1',
  kind: 'scale',
  about: '',
  licence: 'cleared',
  wording: 'unofficial',
  item_count: 9,
  sensitive: false,
};
const band = (band_id: string, title: string, order: number) => ({
  band_id,
  title,
  from: 0,
  to: 9,
  tone: 'grey',
  order,
});
const rule: Rule = {
  rule_id: 'r1',
  title: '心情低落',
  conditions: [{ scale_id: 'mood', dimension_id: 'total', band_ids: ['high', 'severe'] }],
  level: 2,
  active: false,
  needs_confirmation: true,
  version: 3,
};
const listOf = (...items: Rule[]) => ({
  total: items.length,
  items,
  critical: [{ scale_id: 'mood', item_id: '9', title: '心情量表第 9 题', level: 1 }],
});
const ADMIN = { 'screening/rules': ['open', 'write'] };
const PSYCHOLOGIST = { ...ADMIN, 'screening/rules/confirm': ['write'] };

const share = { of: 4, share: 0.75, from: 0.3006, to: 0.9544 };
const replay: Replay = {
  exams: [{ exam_id: 'e1', exam_name: '秋季筛查', sheets: 200, met: 9, cases: 4, missed: 1 }],
  sensitivity: share,
  missed: [{ child_id: 'c1', child_name: '李雨', class_name: '初一（1）班', exam_name: '秋季筛查' }],
};
const quality: Quality = {
  rules: [
    {
      rule_id: 'r1',
      title: '心情低落的规则',
      raised: 12,
      valid: 3,
      invalid: 1,
      pending: 8,
      precision: share,
      hours_median: 20.5,
      hours_p90: 70,
    },
  ],
  screening: { sheets: 200, positive: 31, found: 3, missed: 1, sensitivity: share },
  load: [{ user_name: '周敏', verified: 4, waiting: 2, hours_median: 20.5 }],
};

beforeEach(() => {
  portal.answer(screeningQuality, quality);
  portal.answer(replayRule, replay);
  portal.answer(alertRules, listOf(rule));
  portal.answer(scales, { total: 1, items: [head] });
  portal.answer(scale, {
    ...head,
    items: [],
    norm_sets: [],
    dimensions: [
      {
        dimension_id: 'total',
        title: '总分',
        bands: [band('low', '轻度', 1), band('high', '中度', 2), band('severe', '重度', 3)],
      },
    ],
  });
});

const open = (may: Record<string, string[]> = ADMIN) => show(<RulesPage />, { may });
const pick = async (user: ReturnType<typeof open>['user'], field: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name: field }));
  await user.click(await screen.findByTitle(option));
};

it('names the scale, dimension and bands of a rule, its level, its state and who confirmed it', async () => {
  const confirmed = { confirmed_by_name: '周敏', confirmed_at: '2026-11-01T00:00:00Z' };
  portal.answer(alertRules, listOf(rule, { ...rule, ...confirmed, rule_id: 'r2', title: '已确认的', active: true }));
  open();
  const first = within(await screen.findByRole('region', { name: '心情低落' }));
  expect(first.getByText('心情量表 · 总分：中度、重度')).toBeVisible();
  expect(first.getByText('二级')).toBeVisible();
  expect(first.getByText('待确认')).toBeVisible();
  expect(first.queryByRole('button', { name: '启用' })).toBeNull();
  expect(first.getByText(/须经心理教师确认后方可启用/)).toBeVisible();
  const second = within(screen.getByRole('region', { name: '已确认的' }));
  expect(second.getByText('已启用')).toBeVisible();
  expect(second.getByText(/^周敏 已于 .* 确认$/)).toBeVisible();
  expect(second.queryByText(/要由心理教师确认/)).toBeNull();
  expect(within(screen.getByRole('region', { name: '关键题' })).getByText(/第 9 题/)).toBeVisible();
  expect(screen.queryByRole('button', { name: '确认规则' })).toBeNull();
});

it('says in the words of the server why a rule is not activated', async () => {
  portal.answer(activateRule, refusal('PSY_INVALID_INPUT', { details: [{ field: '/active', message: WORDS }] }));
  portal.answer(alertRules, listOf({ ...rule, needs_confirmation: false }));
  const { user } = open();
  await screen.findByRole('region', { name: '心情低落' });
  await user.click(button('启用'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '启用' }));
  expect(await screen.findByText(WORDS)).toBeVisible();
  expect(portal.requests(activateRule)[0]?.body).toEqual({ active: true });
  expect(screen.getByText('未启用')).toBeVisible();
});

it('lets a psychology teacher confirm a rule, after a question', async () => {
  portal.answer(confirmRule, () => {
    portal.answer(alertRules, listOf({ ...rule, confirmed_by_name: '周敏', confirmed_at: '2026-11-01T00:00:00Z' }));
    return { ok: true as const };
  });
  const { user } = open(PSYCHOLOGIST);
  await user.click(await screen.findByRole('button', { name: '确认规则' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(portal.requests(confirmRule)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: '确认规则' }));
  expect(await screen.findByText(/^周敏 已于 .* 确认$/)).toBeVisible();
});

it('creates a rule from names, and keeps the input when the server refuses', async () => {
  portal.answer(alertRules, listOf());
  portal.answer(createRule, refusal('PSY_INVALID_INPUT', { details: [{ field: '/title', message: '名称已有' }] }));
  const { user } = open();
  expect(await screen.findByText('暂无预警规则')).toBeVisible();
  await user.click(button('新增规则'));
  await user.type(screen.getByLabelText('规则名称'), '情绪预警');
  expect(button('保存')).toBeDisabled();
  await pick(user, '条件 1 量表', '心情量表');
  await screen.findByRole('combobox', { name: '条件 1 维度' });
  await pick(user, '条件 1 维度', '总分');
  await pick(user, '条件 1 分级', '重度');
  await user.click(button('保存'));
  expect(await screen.findByText('名称已有')).toBeVisible();
  expect(screen.getByLabelText('规则名称')).toHaveValue('情绪预警');
  portal.answer(createRule, { rule_id: 'r9' });
  await user.click(button('保存'));
  expect(await screen.findByText('规则已保存，启用后才会预警')).toBeVisible();
  expect(portal.requests(createRule).at(-1)?.body).toEqual({
    title: '情绪预警',
    level: 2,
    conditions: [{ scale_id: 'mood', dimension_id: 'total', band_ids: ['severe'] }],
  });
});

it('changes the version of a rule that was read', async () => {
  portal.answer(changeRule, { ok: true });
  const { user } = open();
  await screen.findByRole('region', { name: '心情低落' });
  await user.click(button('修改'));
  await user.type(screen.getByLabelText('规则名称'), '二');
  await user.click(button('保存'));
  expect(await screen.findByText('规则已保存，启用后才会预警')).toBeVisible();
  expect(portal.requests(changeRule)[0]?.body).toEqual({
    title: '心情低落二',
    level: 2,
    conditions: rule.conditions,
    version: 3,
  });
});

it('says that the rules could not be read, and shows no buttons to a role that may only read', async () => {
  portal.answer(alertRules, refusal('AC_FORBIDDEN'));
  const { user } = open({ 'screening/rules': ['open'] });
  const retry = await screen.findByRole('button', { name: /重\s?试/ });
  portal.answer(alertRules, listOf(rule));
  await user.click(retry);
  await screen.findByRole('region', { name: '心情低落' });
  for (const name of ['启用', '修改', '新增规则']) expect(screen.queryByRole('button', { name })).toBeNull();
});

it('shows what a rule would have done before it is switched on', async () => {
  portal.answer(activateRule, () => {
    portal.answer(alertRules, listOf({ ...rule, active: true }));
    return { ok: true as const };
  });
  portal.answer(alertRules, listOf({ ...rule, needs_confirmation: false }));
  const { user } = open();
  await screen.findByRole('region', { name: '心情低落' });
  await user.click(button('启用'));
  const dialog = within(await screen.findByRole('dialog', { name: '启用规则 · 心情低落' }));
  expect(await dialog.findByText('9 份（每 100 份 4.5 份）')).toBeVisible();
  expect(dialog.getByText('1/4 名已确认的学生')).toBeVisible();
  expect(dialog.getByText(/灵敏度 75%（30%–95%）/)).toBeVisible();
  expect(dialog.getByRole('link', { name: '李雨' })).toHaveAttribute('href', '/student/archive?child_id=c1');
  expect(portal.requests(replayRule)[0]?.body).toEqual({ conditions: rule.conditions });
  expect(portal.requests(activateRule)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: '启用' }));
  expect(await screen.findByText('规则已启用')).toBeVisible();
});

it('says for each rule and person what the warnings became, and what the screenings missed', async () => {
  open();
  const card = within(await screen.findByRole('region', { name: '筛查质量' }));
  expect(await card.findByText('心情低落的规则')).toBeVisible();
  expect(card.getByText('75%（30%–95%）')).toBeVisible();
  expect(card.getAllByText('20.5 小时')).toHaveLength(2);
  expect(card.getByText('周敏')).toBeVisible();
  expect(card.getByText('确认有效，筛查时漏掉').nextElementSibling).toHaveTextContent('1');
  const [request] = portal.requests(screeningQuality);
  expect(request?.query['from']).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});

it('tries a changed rule, and asks before its dialog closes', async () => {
  const { user } = open();
  await screen.findByRole('region', { name: '心情低落' });
  await user.click(button('修改'));
  const dialog = await screen.findByRole('dialog', { name: '修改预警规则' });
  await user.click(within(dialog).getByRole('button', { name: '用已有测评试算' }));
  expect(await within(dialog).findByText('9 份（每 100 份 4.5 份）')).toBeVisible();
  await user.type(screen.getByLabelText('规则名称'), '二');
  await user.click(within(dialog).getByRole('button', { name: /取\s?消/ }));
  await user.click(await screen.findByRole('button', { name: '继续编辑' }));
  expect(screen.getByLabelText('规则名称')).toHaveValue('心情低落二');
  await user.click(within(dialog).getByRole('button', { name: /取\s?消/ }));
  await user.click(await screen.findByRole('button', { name: '放弃修改' }));
  await waitFor(() => expect(screen.queryByLabelText('规则名称')).toBeNull());
});

const exam = {
  exam_id: 'e1',
  exam_name: '去年的测评',
  status: 'closed',
  scale_ids: ['mood'],
  norm_sets: {},
  place: 1,
  consent_required: false,
  students: 3,
  submitted: 3,
};
const normSet = (norm_set_id: string, title: string) => ({ norm_set_id, title, source: '文献' });

it('shows what another norm set would change before it scores again, and says why it could not', async () => {
  const norm_sets = [normSet('adults', '成人'), normSet('teens', '青少年')];
  portal.answer(scale, { ...head, licence_source: [], instruction: '', items: [], dimensions: [], norm_sets });
  portal.answer(previewRecalculation, {
    sheets: 3,
    scales: [
      {
        scale_id: 'mood',
        title: '心情量表',
        from: ['成人'],
        to: '青少年',
        positive_before: 2,
        positive_after: 1,
        dimensions: [
          {
            dimension_id: 'total',
            title: '总分',
            bands: [
              { from: '中度', to: '轻度', count: 1 },
              { from: '轻度', to: '轻度', count: 2 },
            ],
          },
        ],
      },
    ],
  });
  portal.answer(recalculate, refusal('PSY_CONFLICT', { message: '测评还没有结束' }));
  let closed = 0;
  const { user } = show(<RecalculateDialog exam={exam} onClose={() => (closed += 1)} />, { may: {} });
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('button', { name: '重新计分' })).toBeDisabled();
  await user.click(await dialog.findByRole('combobox', { name: '心情量表' }));
  await user.click(await screen.findByTitle('青少年'));
  expect(await dialog.findByText('达到划界分：2 份 → 1 份。')).toBeVisible();
  const rows = dialog.getAllByRole('row').slice(-2);
  expect(rows.map(({ textContent }) => textContent)).toEqual(['中度轻度1', '轻度轻度2']);
  expect(portal.requests(previewRecalculation)[0]?.body).toEqual({ norm_sets: { mood: 'teens' } });
  expect(portal.requests(recalculate)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: '重新计分' }));
  expect(await screen.findByText('测评还没有结束')).toBeVisible();
  expect(closed).toBe(0);
  portal.answer(recalculate, { ok: true });
  await user.click(dialog.getByRole('button', { name: '重新计分' }));
  await waitFor(() => expect(closed).toBe(1));
  expect(portal.requests(recalculate).at(-1)?.body).toEqual({ norm_sets: { mood: 'teens' } });
});

it('says that a scale has one norm set only, and scores nothing', async () => {
  portal.answer(scale, {
    ...head,
    licence_source: [],
    instruction: '',
    items: [],
    dimensions: [],
    norm_sets: [normSet('adults', '成人')],
  });
  show(<RecalculateDialog exam={exam} onClose={() => {}} />, { may: {} });
  const dialog = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(dialog.queryByRole('combobox')).toBeNull());
  expect(dialog.getByRole('button', { name: '重新计分' })).toBeDisabled();
});

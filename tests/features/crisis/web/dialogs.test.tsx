import '@testing-library/jest-dom/vitest';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { App } from 'antd';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import studentJson from '../../../../schemas/entities/student.json' with { type: 'json' };
import enums from '../../../../schemas/enums.json' with { type: 'json' };
import '../../../support/web-features.ts';
import { CrisisDialogs } from '../../../../src/app/web/shell/CrisisDialogs.tsx';
import { RefineRoot } from '../../../../src/app/web/shell/RefineRoot.tsx';
import { classesTree } from '../../../../src/features/classes/contract.ts';
import { crisisCategories, reportCrisis, reportWarning } from '../../../../src/features/crisis/contract/reports.ts';
import {
  childWarns,
  verifyWarning,
  warnDetail,
  type WarnDetail,
} from '../../../../src/features/crisis/contract/warnings.ts';
import {
  crisisDialog,
  openCrisisReport,
  openVerification,
} from '../../../../src/features/crisis/web/crisis-dialogs.ts';
import { childRelation } from '../../../../src/features/guardians/contract/guardians.ts';
import { child } from '../../../../src/features/students/contract.ts';
import { sessionStore } from '../../../../src/platform/http/web/portal.ts';
import { sessionFrom } from '../../../../src/platform/http/web/session-store.ts';
import { signOut as revoke } from '../../../../src/platform/identity/contract.ts';
import { resourceEndpoints, type Row } from '../../../../src/platform/resources/contract/resource.ts';
import { expandEnums, settle } from '../../../../src/platform/schema/merge.ts';
import type { EntitySchema } from '../../../../src/platform/schema/types.ts';
import { draftKey } from '../../../../src/platform/session/contract.ts';
import { userState } from '../../../../src/platform/session/web/current-user.ts';
import '../../../../src/features/crisis/web/ReportDialog.tsx';
import '../../../../src/features/crisis/web/VerdictDialog.tsx';
import { rightsFrom, rightsStore } from '../../../../src/platform/session/web/rights.ts';
import { signOut } from '../../../../src/platform/session/web/sign-out.ts';
import { persistentStorage, tabStorage } from '../../../../src/platform/state/web/storage.ts';
import '../../../../src/platform/i18n/web/texts.ts';
import { ThemeProvider } from '../../../../src/platform/theme/web/ThemeProvider.tsx';
import { role, school, staff } from '../../../support/msw-data.ts';
import { NO_NETWORK, portalServer, refusal } from '../../../support/msw.ts';
import { plainPage } from '../../../support/page.ts';

plainPage();
const portal = portalServer();
const students = resourceEndpoints({
  name: 'student',
  title: '学生',
  path: '/v1/portal/students',
  area: 'org-manage/student',
  acts: [],
});
const studentSchema = settle(expandEnums(studentJson, enums) as unknown as EntitySchema);
const row = (n: number, name: string): Row => ({
  child_id: `k${n}`,
  child_name: name,
  student_no: `20260${n}`,
  class_id: 'c1',
  study_status: 1,
  updated_at: '2026-09-01T02:03:04.000Z',
});
const classes = (count: number) => [
  {
    node_id: '2001',
    node_name: '青禾市第一中学',
    level: 2,
    next_level: [
      {
        node_id: '3',
        node_name: '初中',
        level: 6,
        next_level: [
          {
            node_id: '3-7',
            node_name: '初一',
            level: 3,
            next_level: Array.from({ length: count }, (_, i) => ({
              node_id: `c${i + 1}`,
              node_name: `初一（${i + 1}）班`,
              level: 4,
              next_level: [],
            })),
          },
        ],
      },
    ],
  },
];
const warn = (changed: Partial<WarnDetail> = {}): WarnDetail => ({
  warn_id: 'w1',
  child_id: 'k1',
  child_name: '王小明',
  source: 1,
  valid_status: 0,
  reporter_name: '陈静',
  reported_at: '2026-11-21T10:00:00+08:00',
  drill: false,
  warn_content: '长期失眠；不愿回家',
  version: 1,
  can_verify: true,
  can_edit: false,
  attachments: [],
  former: [],
  ...changed,
});

beforeAll(() => portal.listen());
afterAll(() => portal.close());
beforeEach(() => {
  portal.reset();
  persistentStorage.clear();
  tabStorage.clear();
  sessionStore.clear();
  sessionStore.setSession(sessionFrom(portal.pair('a'), Date.now(), 'password'));
  sessionStore.choose({ identity: 3, org_id: '2001', org_type: 2, role_id: 10 });
  const user = staff();
  const org = school('2001', '青禾市第一中学', [role(10, '班主任')]);
  userState.set({ status: 'chosen', current: { user, identity: 3, org, role: role(10, '班主任') } });
  portal.answer(draftKey, { key: Buffer.alloc(32, 7).toString('base64url') });
  portal.answer(classesTree, classes(2));
  portal.answer(students.list, { total: 2, items: [row(1, '王小明'), row(2, '李小红')] });
  portal.answer(child, ({ params }) => row(1, params['id'] ?? ''));
  portal.answer(crisisCategories, {
    items: [
      { extreme_case_id: 'emotion', extreme_case: '严重情绪问题', templates: ['经常无故哭泣', '长期失眠'] },
      { extreme_case_id: 'runaway', extreme_case: '出走或失联', templates: ['有离家出走的想法'] },
    ],
  });
  portal.answer(childWarns, {
    total: 2,
    items: [
      warn(),
      warn({ warn_id: 'w0', valid_status: 1, crisis_level: 3, reported_at: '2026-05-04T10:00:00+08:00' }),
    ],
  });
  portal.answer(childRelation, {
    total: 1,
    items: [{ guardian_id: 'g1', guardian_name: '王建国', relation: 1, mobile: '199****0001', is_register: true }],
  });
  portal.answer(reportWarning, { warn_id: 'w1' });
  portal.answer(reportCrisis, { warn_id: 'w1', case_id: 'z1' });
});
afterEach(() => act(() => crisisDialog.set(undefined)));

/** Renders the dialogs for a user who may report crises; with `mayVerify` also verify them in the same dialog. */
function visit(mayVerify = false) {
  rightsStore.set(
    rightsFrom({
      permissions: {
        open: ['org-manage/student'],
        report: ['crisis-report', ...(mayVerify ? ['crisis-report/next-step'] : [])],
      },
      protected: [],
      flags: {},
    }),
  );
  const router = createMemoryRouter([
    {
      element: (
        <ThemeProvider>
          <App>
            <RefineRoot schemas={new Map([['student', studentSchema]])}>
              <Outlet />
              <CrisisDialogs />
            </RefineRoot>
          </App>
        </ThemeProvider>
      ),
      children: [{ path: '/', element: <p>首页</p> }],
    },
  ]);
  render(<RouterProvider router={router} />);
  return userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
}
type User = ReturnType<typeof visit>;

const button = (name: string) => screen.getByRole('button', { name: new RegExp(`^${[...name].join('\\s?')}$`) });
const alerts = () =>
  screen
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .filter((text) => text?.startsWith('请'));
const category = async (user: User, name: string) => user.click(await screen.findByRole('radio', { name }));
const ticks = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter(({ checked }) => checked)
    .map((box) => box.closest('label')?.textContent);

async function chooseClass(user: User, n: number): Promise<void> {
  await user.click(screen.getByLabelText('班级'));
  await user.click(await screen.findByText('初一', { selector: '.ant-cascader-menu-item-content' }));
  await user.click(await screen.findByText(`初一（${n}）班`, { selector: '.ant-cascader-menu-item-content' }));
}

async function chooseStudent(user: User, name: string): Promise<void> {
  await user.click(screen.getByLabelText('学生'));
  await user.click(await screen.findByText(name, { selector: '.ant-select-item-option-content *' }));
}

describe('the crisis report', () => {
  it('lists the missing fields in order, and sends nothing until the form is complete', async () => {
    const user = visit();
    act(() => openCrisisReport());
    await screen.findByRole('radio', { name: '严重情绪问题' });
    await user.click(button('确认上报'));
    await waitFor(() => expect(alerts()).toEqual(['请选择班级', '请选择要上报的学生', '请选择风险类型']));

    await chooseClass(user, 1);
    await waitFor(() =>
      expect(portal.requests(students.list).at(-1)?.query).toEqual({
        page: '1',
        size: '100',
        org_id: '2001',
        class_id: 'c1',
        is_register: 'true',
      }),
    );
    await chooseStudent(user, '李小红');
    await chooseClass(user, 2);
    await waitFor(() => expect(alerts()).toEqual(['请选择要上报的学生', '请选择风险类型']));
    await chooseStudent(user, '王小明');

    await user.click(button('确认上报'));
    await waitFor(() => expect(alerts()).toEqual(['请选择风险类型']));
    expect(portal.requests(reportWarning)).toEqual([]);
  });

  it('keeps templates and free text apart, clears both with the category, and sends the remaining ones', async () => {
    const user = visit();
    act(() => openCrisisReport({ student: { child_id: 'k1', child_name: '王小明' } }));
    await category(user, '严重情绪问题');
    await user.click(screen.getByRole('checkbox', { name: '其他' }));
    await user.type(screen.getByRole('textbox', { name: '问题描述' }), '不愿回家');
    await user.click(screen.getByRole('checkbox', { name: '长期失眠' }));
    expect(ticks()).toEqual(['长期失眠']);
    expect(screen.queryByRole('textbox', { name: '问题描述' })).toBeNull();
    await category(user, '出走或失联');
    expect(ticks()).toEqual([]);
    await user.click(button('确认上报'));
    await waitFor(() => expect(alerts()).toEqual(['请选择或输入问题描述']));
    expect(portal.requests(reportWarning)).toEqual([]);

    await category(user, '严重情绪问题');
    for (const each of ['经常无故哭泣', '长期失眠']) await user.click(screen.getByRole('checkbox', { name: each }));
    await user.click(button('确认上报'));
    await screen.findByText('提交成功');
    expect(portal.requests(reportWarning).map(({ body }) => body)).toEqual([
      {
        child_id: 'k1',
        category_ids: ['emotion'],
        warn_content: '经常无故哭泣；长期失眠',
        source_type: 1,
        student_consulting_id: null,
      },
    ]);
    expect(crisisDialog.get()).toBeUndefined();
  });

  it('selects a single class, and asks for confirmation when the student is in a referral', async () => {
    portal.answer(classesTree, classes(1));
    portal.answer(child, () => ({ ...row(1, '王小明'), referral_id: 'r1', referral_statuses: [1, 2] }));
    const user = visit();
    act(() => openCrisisReport());
    await screen.findByText('初一（1）班');
    await chooseStudent(user, '王小明');
    await category(user, '出走或失联');
    await user.click(screen.getByRole('checkbox', { name: '有离家出走的想法' }));
    await user.click(button('确认上报'));
    const question = (await screen.findAllByText('该学生已在转介流程中，是否继续上报？'))[0]!.closest<HTMLElement>(
      '.ant-modal-confirm',
    )!;
    await user.click(within(question).getByRole('button', { name: /取\s?消/ }));
    expect(portal.requests(reportWarning)).toEqual([]);
    await user.click(button('确认上报'));
    await user.click(await screen.findByRole('button', { name: '继续上报' }));
    await screen.findByText('提交成功');
    expect(portal.requests(reportWarning)).toHaveLength(1);
  });

  it('shows the verdict to a user who may verify, and sends report and verdict in one request with the consultation', async () => {
    portal.answer(child, () => ({ ...row(1, '王小明'), crisis_level: 3 }));
    const user = visit(true);
    act(() => openCrisisReport({ student: { child_id: 'k1', child_name: '王小明' }, consultingId: 'zx7' }));
    await category(user, '严重情绪问题');
    await user.click(screen.getByRole('checkbox', { name: '其他' }));
    await user.type(screen.getByRole('textbox', { name: '问题描述' }), '不愿回家');
    await user.click(button('下一步'));
    const dialog = (await screen.findByText('预警核实')).closest<HTMLElement>('[role=dialog]')!;
    expect(within(dialog).getByText('不愿回家')).toBeVisible();
    expect(within(dialog).getByText('三级', { selector: '[class*=question] *' })).toBeVisible();
    expect(within(dialog).queryByRole('radio', { name: '无效' })).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: /确\s?定/ }));
    await waitFor(() => expect(alerts()).toContain('请选择危机等级'));
    expect(portal.requests(reportCrisis)).toEqual([]);
    await user.click(within(dialog).getByRole('radio', { name: /二级/ }));
    await user.type(within(dialog).getByRole('textbox', { name: '核实原因' }), '已面谈');
    await user.click(within(dialog).getByRole('button', { name: /确\s?定/ }));
    await screen.findByText('提交成功');
    expect(portal.requests(reportCrisis).map(({ body }) => body)).toEqual([
      {
        child_id: 'k1',
        category_ids: ['emotion'],
        warn_content: '不愿回家',
        source_type: 2,
        student_consulting_id: 'zx7',
        crisis_level: 2,
        file_ids: [],
        reason: '已面谈',
      },
    ]);
    expect(portal.requests(reportWarning)).toEqual([]);
  });

  it('is stored encrypted when the network fails, offered again, sent with the same key, and then deleted', async () => {
    portal.answer(reportWarning, NO_NETWORK);
    const user = visit();
    act(() => openCrisisReport({ student: { child_id: 'k1', child_name: '王小明' } }));
    await category(user, '严重情绪问题');
    await user.click(screen.getByRole('checkbox', { name: '长期失眠' }));
    await user.click(button('确认上报'));
    await screen.findByText(/网络连接失败，内容已加密保存在本机/);
    const stored = Object.keys(localStorage).map((key) => [key, localStorage.getItem(key)] as const);
    expect(stored.filter(([key]) => key.startsWith('xinyu.draft.'))).toHaveLength(1);
    for (const secret of [
      '王小明',
      '失眠',
      'emotion',
      'k1"',
      'warn_content',
      Buffer.alloc(32, 7).toString('base64url'),
    ])
      expect(JSON.stringify(stored)).not.toContain(secret);

    // Simulates a reload of the page.
    act(() => crisisDialog.set(undefined));
    cleanup();
    const reloaded = visit();
    act(() => openCrisisReport());
    await reloaded.click(await screen.findByRole('button', { name: /^继续填写 王小明/ }));
    await waitFor(() => expect(ticks()).toEqual(['长期失眠']));
    portal.answer(reportWarning, { warn_id: 'w1' });
    await reloaded.click(button('确认上报'));
    await screen.findByText('提交成功');
    const keys = portal.requests(reportWarning).map(({ headers }) => headers.get('idempotency-key'));
    expect([keys.length, new Set(keys).size, keys[0]?.length]).toEqual([2, 1, 24]);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('xinyu.draft.'))).toEqual([]);
  });

  it('is not created twice when the first attempt had arrived', async () => {
    portal.answer(reportWarning, NO_NETWORK);
    const user = visit();
    act(() => openCrisisReport({ student: { child_id: 'k1', child_name: '王小明' } }));
    await category(user, '严重情绪问题');
    await user.click(screen.getByRole('checkbox', { name: '长期失眠' }));
    await user.click(button('确认上报'));
    await screen.findByText(/网络连接失败/);
    await user.click(screen.getByRole('checkbox', { name: '经常无故哭泣' }));
    portal.answer(reportWarning, refusal('PSY_CONFLICT'));
    await user.click(button('确认上报'));
    await screen.findByText(/上一次提交已经送达，没有重复上报/);
    expect(crisisDialog.get()).toBeUndefined();
  });

  it('is deleted from the device at sign-out', async () => {
    portal.answer(revoke, { ok: true });
    portal.answer(reportWarning, NO_NETWORK);
    const user = visit();
    act(() => openCrisisReport({ student: { child_id: 'k1', child_name: '王小明' } }));
    await category(user, '严重情绪问题');
    await user.click(screen.getByRole('checkbox', { name: '长期失眠' }));
    await waitFor(() => expect(Object.keys(localStorage).some((key) => key.startsWith('xinyu.draft.'))).toBe(true));
    act(() => crisisDialog.set(undefined));
    await act(() => signOut());
    expect(Object.keys(localStorage).filter((key) => key.startsWith('xinyu.'))).toEqual([]);
  });
});

describe('the verification of a warning', () => {
  it('requires a level for a valid warning, and sends none for an invalid one', async () => {
    portal.answer(warnDetail, warn());
    portal.answer(verifyWarning, warn({ valid_status: 2, can_verify: false, version: 2 }));
    const user = visit();
    act(() => openVerification('w1'));
    await screen.findByText('长期失眠；不愿回家');
    const beside = screen.getByRole('region', { name: '核实参考' });
    await waitFor(() => expect(beside).toHaveTextContent(/2026-05-04 \d\d:00 人工上报三级.*父亲 王建国 199\*{4}0001/));
    expect(beside).not.toHaveTextContent('2026-11-21');
    // Nothing is preselected.
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
    await user.click(button('确定'));
    await waitFor(() => expect(alerts()).toContain('请选择核实结果'));
    await user.click(screen.getByRole('radio', { name: '有效' }));
    await user.click(button('确定'));
    await waitFor(() => expect(alerts()).toContain('请选择危机等级'));
    await user.click(screen.getByRole('radio', { name: /一级/ }));
    await user.click(screen.getByRole('radio', { name: '无效' }));
    expect(screen.queryByRole('radio', { name: /一级/ })).toBeNull();
    await user.click(button('确定'));
    await screen.findByText('保存成功');
    expect(portal.requests(verifyWarning).map(({ body }) => body)).toEqual([
      { valid_status: 2, file_ids: [], reason: '' },
    ]);
  });

  it('says that earlier warnings and guardians could not be loaded, and can be saved', async () => {
    portal.answer(warnDetail, warn());
    portal.answer(childWarns, refusal('AC_INTERNAL'));
    portal.answer(childRelation, refusal('AC_INTERNAL'));
    visit();
    act(() => openVerification('w1'));
    const beside = await screen.findByRole('region', { name: '核实参考' });
    await waitFor(() => expect(beside).toHaveTextContent(/此前的预警加载失败.*监护人加载失败/));
    expect(button('确定')).toBeEnabled();
  });

  it('shows the verdict of another user who was first', async () => {
    portal.answer(warnDetail, warn());
    portal.answer(verifyWarning, refusal('PSY_CONFLICT'));
    const user = visit();
    act(() => openVerification('w1'));
    await user.click(await screen.findByRole('radio', { name: '有效' }));
    await user.click(await screen.findByRole('radio', { name: /三级/ }));
    portal.answer(
      warnDetail,
      warn({
        valid_status: 1,
        crisis_level: 2,
        verified_by: 'u9',
        verified_by_name: '周敏',
        verified_at: '2026-11-21T11:20:00+08:00',
        reason: '已联系家长',
        can_verify: false,
        version: 2,
      }),
    );
    await user.click(button('确定'));
    await screen.findByText('该预警已由他人核实，您的结果未提交。');
    expect(screen.getByText(/^周敏 在 2026-11-21 \d\d:20 核实为有效，二级$/)).toBeVisible();
    expect(screen.getByText('已联系家长')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: '核实原因' })).toBeNull();
  });
});

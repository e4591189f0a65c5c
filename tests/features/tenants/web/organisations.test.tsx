import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  change,
  openWork,
  organisations,
  platformLog,
  renew,
  resume,
  suspend,
  type Organisation,
} from '../../../../src/features/tenants/contract/organisations.ts';
import { LogPage } from '../../../../src/features/tenants/web/LogPage.tsx';
import { OperatorHome } from '../../../../src/features/tenants/web/OperatorHome.tsx';
import { OrganisationsPage } from '../../../../src/features/tenants/web/OrganisationsPage.tsx';
import { authenticatorStatus, boundMobile } from '../../../../src/features/verification/contract.ts';
// What the portal loads later is here from the beginning, so that no test waits for a file to be read.
import '../../../../src/features/verification/web/VerificationPanel.tsx';
import { sessionStore } from '../../../../src/platform/http/web/portal.ts';
import { aPortal, holdProof, later, named, show } from '../../../support/component.tsx';
import { NEVER, refusal } from '../../../support/msw.ts';

const portal = aPortal();
const FEATURES = [
  { value: 'archives', label: '心理档案' },
  { value: 'crisis', label: '危机上报' },
];
const school: Organisation = {
  org_id: '2001',
  org_name: '青禾中学',
  org_type: 2,
  parent_org_id: '1001',
  service_type: 2,
  service_stage: 'formal',
  service_until: '2027-08-31',
  protection_days: 30,
  features: ['archives'],
  accounts: [
    { identity: 3, accounts: 98 },
    { identity: 1, accounts: 1200 },
  ],
};
const bureau: Organisation = {
  ...school,
  org_id: '1001',
  org_name: '清河区教育局',
  org_type: 1,
  parent_org_id: undefined,
  features: [],
  accounts: [],
};
const stopped: Organisation = {
  ...school,
  org_id: '2002',
  org_name: '清河二小',
  parent_org_id: undefined,
  service_until: undefined,
  suspended_at: '2026-11-20T18:00:00.000Z',
  suspended_for: '欠费',
};
const all = [bureau, school, stopped].map((one) => JSON.parse(JSON.stringify(one)) as Organisation);
const noWork = { warnings: 0, cases: 0 };

const visit = () => show(<OrganisationsPage />, { may: { platform: ['open', 'change'] } });
const rowOf = async (name: string) => {
  const cell = await screen.findByText(name, { selector: 'tbody td:first-child *' });
  return within(cell.closest('tr') ?? expect.fail('no row'));
};
const dialog = () => screen.findByRole('dialog');
const bodies = (call: Parameters<typeof portal.requests>[0]) => portal.requests(call).map(({ body }) => body);

beforeEach(() => {
  holdProof();
  portal.answer(organisations, { total: all.length, items: all, features: FEATURES });
  portal.answer(openWork, noWork);
});

describe('the list of organisations', () => {
  it('asks for second-step verification before it asks for anything', async () => {
    sessionStore.clearSecondary();
    portal.answer(authenticatorStatus, { enrolled: false, required: false, recovery_codes_left: 0 });
    portal.answer(boundMobile, { mobile: '199****0001' });
    visit();
    expect(await screen.findByText('平台的页面在身份验证以后显示。')).toBeVisible();
    expect(portal.requests(organisations)).toEqual([]);
  });

  it('says of each what it is, under whom, until when, how many accounts, and whether it is suspended', async () => {
    visit();
    const row = await rowOf('青禾中学');
    expect(row.getByText('2001')).toBeVisible();
    expect(row.getByText('清河区教育局')).toBeVisible();
    expect(row.getByText('至 2027-08-31')).toBeVisible();
    expect(row.getByText('1 项')).toBeVisible();
    expect(row.getByText(/1200$/)).toBeVisible();
    expect(row.getByText('服务中')).toBeVisible();
    const suspended = await rowOf('清河二小');
    expect(suspended.getByText('没有到期日')).toBeVisible();
    // The day of the school's time zone.
    expect(suspended.getByText('2026-11-21 02:00 起暂停：欠费')).toBeVisible();
    expect(suspended.queryByRole('button', { name: named('暂停') })).toBeNull();
    expect(suspended.getByRole('button', { name: named('恢复') })).toBeVisible();
  });

  it('is searched by name and by id', async () => {
    const { user } = visit();
    await rowOf('青禾中学');
    const search = screen.getByRole('searchbox', { name: '单位名称或编号' });
    await user.type(search, '二小');
    await waitFor(() => expect(screen.queryByText('2001')).toBeNull());
    expect(screen.getByText('2002')).toBeVisible();
    await user.clear(search);
    await user.type(search, '1001');
    expect(await screen.findByText('1001')).toBeVisible();
    expect(screen.queryByText('2002')).toBeNull();
    await user.clear(search);
    await user.type(search, '没有这所学校');
    expect(await screen.findByText('暂无单位')).toBeVisible();
  });

  it('says what failed, and tries again', async () => {
    portal.answer(organisations, refusal('AC_FORBIDDEN'));
    const { user } = visit();
    const again = await screen.findByRole('button', { name: named('重试') });
    portal.answer(organisations, { total: 1, items: [school], features: FEATURES });
    await user.click(again);
    expect((await rowOf('青禾中学')).getByText('服务中')).toBeVisible();
  });
});

describe('suspending', () => {
  const open = async () => {
    const { user } = visit();
    await user.click((await rowOf('青禾中学')).getByRole('button', { name: named('暂停') }));
    return { user, within: within(await dialog()) };
  };

  it('names what waits for people, and sends whether somebody follows it up', async () => {
    portal.answer(openWork, { warnings: 3, cases: 2, oldest: '2026-11-20T18:00:00.000Z' });
    portal.answer(suspend, { ok: true });
    const { user, within: sheet } = await open();
    expect(
      await sheet.findByText(/有 3 条未核实的预警和 2 个未结的危机个案，最早的从 2026-11-21 02:00 开始/),
    ).toBeVisible();
    await user.click(sheet.getByRole('checkbox', { name: '已与单位负责人落实由谁跟进这些学生' }));
    await user.type(sheet.getByRole('textbox'), '合同到期，学校已同意');
    await user.click(sheet.getByRole('button', { name: named('暂停') }));
    await waitFor(() =>
      expect(bodies(suspend)).toEqual([{ reason: '合同到期，学校已同意', confirm_open_cases: true }]),
    );
  });

  it('keeps the reason where the server refuses because cases are open', async () => {
    portal.answer(openWork, { warnings: 1, cases: 0, oldest: '2026-11-20T18:00:00.000Z' });
    portal.answer(suspend, refusal('PSY_OPEN_CASES'));
    const { user, within: sheet } = await open();
    await user.type(await sheet.findByRole('textbox'), '合同到期了');
    await user.click(sheet.getByRole('button', { name: named('暂停') }));
    expect((await sheet.findAllByRole('alert')).length).toBeGreaterThan(1);
    expect(sheet.getByRole('textbox')).toHaveValue('合同到期了');
    expect(bodies(suspend)).toEqual([{ reason: '合同到期了', confirm_open_cases: false }]);
  });

  it('is not offered while nobody knows what waits there', async () => {
    portal.answer(openWork, refusal('AC_FORBIDDEN'));
    const { within: sheet } = await open();
    expect(await sheet.findByRole('button', { name: named('重试') })).toBeVisible();
    expect(sheet.queryByText('没有未核实的预警和未结的个案。')).toBeNull();
    expect(sheet.queryByRole('button', { name: named('暂停') })).toBeNull();
  });
});

it('resumes with a reason', async () => {
  portal.answer(resume, { ok: true });
  const { user } = visit();
  await user.click((await rowOf('清河二小')).getByRole('button', { name: named('恢复') }));
  const sheet = within(await dialog());
  await user.click(sheet.getByRole('button', { name: named('恢复') }));
  expect(bodies(resume)).toEqual([]);
  await user.type(sheet.getByRole('textbox'), '已续约一年');
  await user.click(sheet.getByRole('button', { name: named('恢复') }));
  await waitFor(() => expect(bodies(resume)).toEqual([{ reason: '已续约一年' }]));
  expect(portal.requests(resume)[0]?.params).toEqual({ id: '2002' });
});

describe('changing', () => {
  it('sends features and institution of a school, once, and reads the list again', async () => {
    const answered = later<{ ok: true }>();
    portal.answer(change, answered.answer);
    const { user } = visit();
    await user.click((await rowOf('青禾中学')).getByRole('button', { name: '功能与上级' }));
    const sheet = within(await dialog());
    await user.click(sheet.getByRole('checkbox', { name: '危机上报' }));
    const save = sheet.getByRole('button', { name: named('保存') });
    await user.dblClick(save);
    await waitFor(() => expect(bodies(change)).toEqual([{ features: ['archives', 'crisis'], parent_org_id: '1001' }]));
    const before = portal.requests(organisations).length;
    answered.give({ ok: true });
    await waitFor(() => expect(portal.requests(organisations).length).toBeGreaterThan(before));
    expect(bodies(change)).toHaveLength(1);
  });

  it('offers no institution above an institution', async () => {
    const { user } = visit();
    await user.click((await rowOf('清河区教育局')).getByRole('button', { name: '功能与上级' }));
    const sheet = within(await dialog());
    expect(sheet.queryByRole('combobox')).toBeNull();
    expect(sheet.getByRole('checkbox', { name: '心理档案' })).not.toBeChecked();
  });
});

describe('renewing', () => {
  const open = async () => {
    const { user } = visit();
    await user.click((await rowOf('青禾中学')).getByRole('button', { name: '服务期限' }));
    return { user, sheet: within(await dialog()) };
  };

  it('shows the present term, and sends the new one', async () => {
    portal.answer(renew, { ok: true });
    const { user, sheet } = await open();
    const until = sheet.getByLabelText('到期日');
    expect(until).toHaveValue('2027-08-31');
    await user.clear(until);
    await user.type(until, '2028-08-31');
    await user.click(sheet.getByRole('button', { name: named('保存') }));
    await waitFor(() => expect(bodies(renew)).toEqual([{ service_type: 2, until: '2028-08-31', protection_days: 30 }]));
  });

  it('needs a day, and shows a refusal without closing', async () => {
    portal.answer(renew, refusal('AC_FORBIDDEN'));
    const { user, sheet } = await open();
    const until = sheet.getByLabelText('到期日');
    await user.clear(until);
    await user.click(sheet.getByRole('button', { name: named('保存') }));
    expect(await sheet.findByText('请选择到期日')).toBeVisible();
    expect(bodies(renew)).toEqual([]);
    await user.type(until, '2028-08-31');
    await user.click(sheet.getByRole('button', { name: named('保存') }));
    expect(await sheet.findByRole('alert')).toHaveTextContent('权限不足');
  });

  it('sends again after a refusal while the list is still being read', async () => {
    portal.answer(renew, refusal('AC_FORBIDDEN'));
    const { user, sheet } = await open();
    portal.answer(organisations, NEVER);
    const save = () => user.click(sheet.getByRole('button', { name: named('保存') }));
    await save();
    await waitFor(() => expect(portal.requests(organisations)).toHaveLength(2));
    await save();
    await waitFor(() => expect(bodies(renew)).toHaveLength(2));
  });
});

describe('the log of the platform', () => {
  const entry = (n: number, org_id: string) => ({
    log_id: `l${n}`,
    at: '2026-11-20T18:00:00.000Z',
    who: '平台运营',
    act: '暂停服务',
    org_id,
    org_name: '青禾中学',
    facts: [{ label: '原因', value: `欠费${n}` }],
  });

  it('shows time, person, act, organisation and facts, page by page', async () => {
    portal.answer(platformLog, ({ query }) => ({
      total: 40,
      items: query['page'] === '2' ? [entry(2, 'a1b2')] : [entry(1, '2001')],
    }));
    const { user } = show(<LogPage />, { may: { platform: ['open'] } });
    expect(await screen.findByText('原因：欠费1')).toBeVisible();
    expect(screen.getByText('2026-11-21 02:00')).toBeVisible();
    expect(screen.getByText('2001')).toBeVisible();
    await user.click(screen.getByTitle('2'));
    expect(await screen.findByText('原因：欠费2')).toBeVisible();
    // The id of an operator's account says nothing.
    expect(screen.queryByText('a1b2')).toBeNull();
  });
});

it('the home page of an operator leads to its pages', () => {
  show(<OperatorHome />);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/platform/organisations',
    '/platform/tasks',
    '/platform/log',
  ]);
});

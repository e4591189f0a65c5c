import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ownProviders, removeOwn, type OwnProvider } from '../../../../src/features/third-party/own-contract.ts';
import { departToAuthorise, linkCorporation } from '../../../../src/features/third-party/suite-contract.ts';
import { OwnSignInPage } from '../../../../src/features/third-party/web/OwnSignInPage.tsx';
import { browser, trip } from '../../../../src/features/third-party/web/trip.ts';
import { aPortal, holdProof, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const STATE = 'a'.repeat(64);
const SECRET = 's'.repeat(43);
const PAGE = '/security-setting/sign-in';
const BACK = `${PAGE}?auth_code=c1&expires_in=600&state=${STATE}`;
const linked: OwnProvider = {
  kind: 'wwork_suite',
  enabled: true,
  settings: { suite_id: 'ww1', corp_id: 'wpcorp', corp_name: '青禾市第一中学', agent_id: '1000007' },
  role_claim: null,
  has_secret: true,
  updated_at: '2026-09-01T02:03:04.000Z',
  return_addresses: [],
};
const answer = (items: OwnProvider[], suite_id = 'ww1') =>
  portal.answer(ownProviders, { total: items.length, items, claimable: [], suite_id });
const page = (at = PAGE) =>
  show(<OwnSignInPage />, { path: PAGE, at, may: { 'security-setting': ['open', 'update'] } });
const card = () => screen.findByRole('region', { name: '企业微信服务商应用' });

beforeEach(() => {
  holdProof();
  vi.spyOn(browser, 'goTo').mockReturnValue(undefined);
  portal.answer(departToAuthorise, { url: 'https://open.work.weixin.qq.com/3rdapp/install' });
  portal.answer(linkCorporation, { ok: true });
  portal.answer(removeOwn, { ok: true });
});
afterEach(() => {
  trip.clear();
  vi.restoreAllMocks();
});

it('sends an administrator to the authorisation, with a secret that stays in the tab', async () => {
  answer([]);
  const { user } = page();
  expect(await card()).toHaveTextContent('还没有关联企业');
  await user.click(screen.getByRole('button', { name: '前往授权' }));
  await waitFor(() => expect(browser.goTo).toHaveBeenCalledWith('https://open.work.weixin.qq.com/3rdapp/install'));
  expect(trip.get()).toMatchObject({ purpose: 'authorise', provider: 'wwork' });
});

it('links the corporation of the administrator who comes back, once', async () => {
  answer([linked]);
  trip.set({ secret: SECRET, provider: 'wwork', purpose: 'authorise' });
  page(BACK);
  expect(await card()).toHaveTextContent('青禾市第一中学');
  await waitFor(() => expect(portal.requests(linkCorporation)).toHaveLength(1));
  expect(portal.requests(linkCorporation)[0]?.body).toEqual({ auth_code: 'c1', state: STATE, browser: SECRET });
  expect(trip.get()).toBeUndefined();
});

it('refuses what was not started in this browser, and says what the server refused', async () => {
  answer([]);
  page(BACK);
  expect(await screen.findByRole('alert')).toHaveTextContent('不是在这个浏览器里发起的');
  expect(portal.requests(linkCorporation)).toEqual([]);
});

it('says that another organisation has the corporation', async () => {
  answer([]);
  portal.answer(
    linkCorporation,
    refusal('PSY_CONFLICT', { message: '这家企业已经与另一个单位关联，请先在那个单位删除' }),
  );
  trip.set({ secret: SECRET, provider: 'wwork', purpose: 'authorise' });
  page(BACK);
  expect(await screen.findByRole('alert')).toHaveTextContent('已经与另一个单位关联');
});

it('deletes the link after a confirmation that says what ends', async () => {
  answer([linked]);
  const { user } = page();
  await card();
  // The first two cards have nothing saved.
  await user.click(screen.getByRole('button', { name: /删\s?除/ }));
  expect(await screen.findByText(/由它登录的人随即退出/)).toBeVisible();
  const all = screen.getAllByRole('button', { name: /删\s?除/ });
  await user.click(all.at(-1) as HTMLElement);
  await waitFor(() => expect(portal.requests(removeOwn)).toHaveLength(1));
});

it('says that the platform has closed its app, and shows nothing where it never had one', async () => {
  answer([linked], '');
  page();
  expect(await card()).toHaveTextContent('已经停用或更换了服务商应用');
  expect(screen.queryByRole('button', { name: '重新授权' })).toBeNull();
});

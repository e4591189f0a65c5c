import '@testing-library/jest-dom/vitest';
import { screen } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ownSessions } from '../../../../src/features/account/contract.ts';
import { thirdParties } from '../../../../src/features/third-party/contract.ts';
import { authenticatorStatus, boundMobile } from '../../../../src/features/verification/contract.ts';
import { freshBrowser, holdSession, visit } from '../../../app/web/portal-page.tsx';
import { staff } from '../../../support/msw-data.ts';
import { portalServer } from '../../../support/msw.ts';

const portal = portalServer();
beforeAll(() => portal.listen());
beforeEach(() => {
  portal.answer(boundMobile, {});
  portal.answer(ownSessions, { total: 0, items: [] });
  portal.answer(thirdParties, { platforms: [], total: 0, items: [] });
  portal.answer(authenticatorStatus, { enrolled: true, required: false, recovery_codes_left: 10 });
});
afterAll(() => portal.close());

async function open(change: Parameters<typeof staff>[0]) {
  freshBrowser(portal, staff(change));
  holdSession(portal);
  visit('/account-seeting');
  await screen.findByText('动态口令');
}

describe('the account page', () => {
  it('explains to people whom an organisation vouches for what they manage elsewhere, and asks for none of it', async () => {
    await open({ vouched_for_by: '2001' });
    expect(screen.getByText(/只能在这个单位内工作/)).toBeVisible();
    for (const name of ['修改密码', '绑定手机号', '停用'])
      expect(screen.queryByRole('button', { name: new RegExp(name) })).toBeNull();
    expect(screen.getByRole('button', { name: '退出登录' })).toBeVisible();
    expect([portal.requests(ownSessions), portal.requests(thirdParties)]).toEqual([[], []]);
  });

  it('offers all of it after a sign-in of the own', async () => {
    await open({});
    expect(screen.queryByText(/只能在这个单位内工作/)).toBeNull();
    expect(screen.getByRole('button', { name: /修改密码/ })).toBeVisible();
    expect(portal.requests(ownSessions)).not.toEqual([]);
  });
});

import '@testing-library/jest-dom/vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authenticatorStatus, boundMobile, checkPassword } from '../../../../src/features/verification/contract.ts';
import { abilities } from '../../../../src/platform/access/contract.ts';
import { sessionStore } from '../../../../src/platform/http/web/portal.ts';
import '../../../../src/features/verification/web/SuspensionButton.tsx';
import '../../../../src/features/verification/web/VerificationPanel.tsx';
import { verification } from '../../../../src/platform/session/web/secondary.ts';
import { freshBrowser, holdSession, visit } from '../../../app/web/portal-page.tsx';
import { abilitiesOf } from '../../../support/msw-data.ts';
import { portalServer } from '../../../support/msw.ts';

const PAGE = '/student/archive';
const portal = portalServer();
const rights = (
  areas: string[],
  flags = { watermark: true, desensitization: true },
  protectedPages = ['student/archive'],
) => ({ ...abilitiesOf(areas), protected: protectedPages, flags });

function storeProof(): void {
  sessionStore.choose({ identity: 3, org_id: '2001', org_type: 2, role_id: 4 });
  sessionStore.setSecondary({ secondary_token: 'proof', expires_at: Date.now() + 10 * 60_000 });
}

beforeAll(() => portal.listen());
beforeEach(() => {
  freshBrowser(portal);
  verification.set({ round: 0, asked: false });
  holdSession(portal);
  portal.answer(abilities, rights(['index', 'student/archive', 'security-setting', 'security-setting/jump']));
  portal.answer(authenticatorStatus, { enrolled: false, required: false, recovery_codes_left: 0 });
  portal.answer(boundMobile, {});
  portal.answer(checkPassword, () => ({
    secondary_token: 'proof',
    expires_at: new Date(Date.now() + 600_000).toISOString(),
  }));
});
afterAll(() => portal.close());

const aside = () => screen.findByRole('complementary', { name: '页面防护' });
const toggle = async () => within(await aside()).getByRole('button', { name: '页面防护' });

describe('the suspension button', () => {
  it('appears after verification, introduces itself once, then collapses to the side', async () => {
    const { user } = visit(PAGE);
    await user.type(await screen.findByLabelText('登录密码'), 'x{Enter}');
    // Marks in the margin; the panel would cover the acts of the first rows.
    const marks = async () => (await aside()).querySelectorAll('li').length;
    expect([(await aside()).dataset['state'], await marks()]).toEqual(['intro', 4]);
    expect(screen.queryByText('信息脱敏')).toBeNull();
    await waitFor(async () => expect([(await aside()).dataset['state'], await marks()]).toEqual(['side', 0]));
    await user.click(await toggle());
    expect(within(await aside()).getByText(/^已验证，\d\d:\d\d 前有效（剩余 \d+:\d\d）$/)).toBeVisible();
  });

  it('lists the protections when it is opened, and closes on Escape', async () => {
    storeProof();
    sessionStorage.setItem('xinyu.suspension', JSON.stringify({ proof: sessionStore.secondaryUntil() }));
    const { user } = visit(PAGE);
    expect(await toggle()).toHaveAttribute('aria-expanded', 'false');
    await user.click(await toggle());
    const items = within(await aside()).getAllByRole('listitem');
    expect(items.map((item) => item.style.getPropertyValue('--n'))).toEqual(['0', '1', '2', '3', '4']);
    expect(within(items[4]!).getByRole('link', { name: '安全设置' })).toHaveAttribute(
      'href',
      '/security-setting/index',
    );
    await user.keyboard('{Escape}');
    expect(await toggle()).toHaveAttribute('aria-expanded', 'false');
    expect(await toggle()).toHaveFocus();
  });

  it('links to the security settings only with the right to open them, and marks what is off', async () => {
    portal.answer(
      abilities,
      rights(['index', 'student/archive', 'security-setting'], { watermark: false, desensitization: false }),
    );
    storeProof();
    const { user } = visit(PAGE);
    await user.click(await toggle());
    expect(within(await aside()).queryByRole('link')).toBeNull();
    expect(within(await aside()).getAllByText('未开启')).toHaveLength(2);
  });

  it('is absent on unprotected pages, and where no page is protected', async () => {
    storeProof();
    const { router } = visit('/account-seeting');
    await screen.findByText('o2001r4');
    expect(screen.queryByRole('complementary', { name: '页面防护' })).toBeNull();
    await act(() => router.navigate(PAGE));
    await aside();
    freshBrowser(portal);
    holdSession(portal);
    portal.answer(abilities, rights(['index', 'student/archive'], { watermark: false, desensitization: false }, []));
    visit(PAGE);
    await screen.findByText('请先选择学生');
    expect(screen.queryByRole('complementary', { name: '页面防护' })).toBeNull();
  });
});

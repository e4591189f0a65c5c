import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { orgProducts } from '../../../../src/features/subscription/contract.ts';
import { ExpiredPage } from '../../../../src/features/subscription/web/ExpiredPage.tsx';
import { ServiceBanner } from '../../../../src/features/subscription/web/ServiceBanner.tsx';
import { ServicePage } from '../../../../src/features/subscription/web/ServicePage.tsx';
import { aPortal, named, show } from '../../../support/component.tsx';
import { orgState } from '../../../support/msw-data.ts';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const DAY = 86_400_000;
/** Rights of an administrator. */
const RENEWS = { 'service-renewal': ['open'] };
const endsIn = (days: number) =>
  orgState({ account_expire_at: new Date(Date.now() + (days + 0.5) * DAY).toISOString(), protection_days: 30 });

it('marks the stage that the school is in, and no other', async () => {
  portal.answer(orgProducts, { total: 0, items: [] });
  show(<ServicePage />, { org: endsIn(-3) });
  const stages = await screen.findAllByRole('listitem');
  const current = stages.filter((stage) => stage.getAttribute('aria-current') === 'step');
  expect(current.map((stage) => within(stage).getByRole('heading').textContent)).toEqual([
    expect.stringContaining('保护期'),
  ]);
});

it('lists the applications with their ends and states', async () => {
  portal.answer(orgProducts, {
    total: 2,
    items: [
      { product_code: 'portal', product_name: '学校与组织管理', status: 0, expire_at: '2027-08-30T16:00:00.000Z' },
      { product_code: 'exam', product_name: '心理测评', status: 2 },
    ],
  });
  show(<ServicePage />, { org: endsIn(100) });
  const line = (await screen.findByText('学校与组织管理')).closest('li');
  expect(line).toHaveTextContent(/2027年8月3[01]日.*服务中/);
  expect(screen.getByText('心理测评').closest('li')).toHaveTextContent('已到期');
});

it('shows a failure of the applications alone, and them after a retry', async () => {
  portal.answer(orgProducts, refusal('PSY_UNKNOWN', { status: 500 }));
  const { user } = show(<ServicePage />, { org: endsIn(100) });
  const again = await screen.findByRole('button', { name: named('重试') });
  expect(screen.getByText('青禾市第一中学')).toBeVisible();
  portal.answer(orgProducts, {
    total: 1,
    items: [{ product_code: 'portal', product_name: '学校与组织管理', status: 0 }],
  });
  await user.click(again);
  expect(await screen.findByText('学校与组织管理')).toBeVisible();
});

it('names the page that is closed after the end, and leads to the explanation', async () => {
  show(<ExpiredPage title="学生管理" />, { org: endsIn(-60) });
  expect(await screen.findByRole('heading', { name: /学生管理.*已到期/ })).toBeVisible();
  expect(screen.getByRole('link')).toHaveAttribute('href', '/service-expiration-description');
});

it.each([
  ['no banner far from the end', 100, undefined],
  ['the days that are left', 9, '9'],
  ['what the protection period allows', -3, '只有管理员可以登录'],
])('the banner shows %s', async (_, days, text) => {
  show(
    <>
      <ServiceBanner onExplain={() => undefined} />
      <p>页面</p>
    </>,
    { org: endsIn(days), may: RENEWS },
  );
  await screen.findByText('页面');
  const banner = screen.queryByRole('status');
  if (text === undefined) expect(banner).toBeNull();
  else expect(banner).toHaveTextContent(text);
});

it('the banner is for those who can renew the service', () => {
  show(<ServiceBanner onExplain={vi.fn()} />, { org: endsIn(9) });
  expect(screen.queryByRole('status')).toBeNull();
});

it('a dismissed banner stays away for this stage, and comes back for the next', async () => {
  const onExplain = vi.fn();
  const { user } = show(<ServiceBanner onExplain={onExplain} />, { org: endsIn(9), may: RENEWS });
  await user.click(
    within(await screen.findByRole('status'))
      .getAllByRole('button')
      .at(-1)!,
  );
  expect(screen.queryByRole('status')).toBeNull();
  show(<ServiceBanner onExplain={onExplain} />, { org: endsIn(9), may: RENEWS });
  expect(screen.queryByRole('status')).toBeNull();
  show(<ServiceBanner onExplain={onExplain} />, { org: endsIn(-3), may: RENEWS });
  expect(await screen.findByRole('status')).toBeVisible();
});

import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createWebhook,
  deliveries,
  replayDeliveries,
  resumeWebhook,
  testWebhook,
  webhooks,
  type Delivery,
  type Webhook,
} from '../../../../src/features/webhooks/contract.ts';
import { WebhooksPage } from '../../../../src/features/webhooks/web/WebhooksPage.tsx';
import { aPortal, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const offered = [
  { name: 'student.changed', title: '学生有变化', title_en: 'A student changed' },
  { name: 'case.closed', title: '个案结案', title_en: 'A case was closed' },
];
const hook: Webhook = {
  webhook_id: 'w1',
  name: '教务系统',
  url: 'https://hooks.example.cn/xinyu',
  events: ['student.changed'],
  state: 'active',
  responsible: '李超',
  created_at: '2026-11-01T08:00:00+08:00',
};
const delivery: Delivery = {
  delivery_id: 'd1',
  event: 'student.changed',
  ids: ['c1'],
  at: '2026-11-20T09:30:00+08:00',
  state: 'failed',
  attempts: 10,
  code: 500,
  ms: 31,
  answer: 'out of order',
};
const listed = (...items: Webhook[]) => ({ total: items.length, items, offered });
const open = () => show(<WebhooksPage />, { may: { webhook: ['open', 'create', 'update', 'delete'] } });

beforeEach(() => {
  portal.answer(webhooks, listed(hook));
  portal.answer(deliveries, { total: 1, items: [delivery] });
});

describe('the page of webhooks', () => {
  it('registers an address with chosen events, puts the refusal at its field, and shows the secret once', async () => {
    portal.answer(webhooks, listed());
    portal.answer(
      createWebhook,
      refusal('PSY_INVALID_INPUT', { details: [{ field: '/url', message: '只能使用公网上的地址' }] }),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '新建接收地址' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('名称'), '教务系统');
    await user.type(within(dialog).getByLabelText('接收地址'), 'https://10.0.0.1/');
    await user.click(within(dialog).getByRole('checkbox', { name: '个案结案' }));
    await user.click(within(dialog).getByRole('button', { name: '新建接收地址' }));
    expect(await within(dialog).findByText('只能使用公网上的地址')).toBeVisible();
    portal.answer(createWebhook, { webhook_id: 'w1', secret: 'whsec_shown-once' });
    await user.click(within(dialog).getByRole('button', { name: '新建接收地址' }));
    expect(await within(dialog).findByText('whsec_shown-once')).toBeVisible();
    expect(portal.requests(createWebhook).at(-1)?.body).toEqual({
      name: '教务系统',
      url: 'https://10.0.0.1/',
      events: ['case.closed'],
    });
  });

  it('says why an address is paused, and resumes it', async () => {
    portal.answer(
      webhooks,
      listed({ ...hook, state: 'paused', paused_why: 'failing', paused_at: '2026-11-20T10:00:00+08:00' }),
    );
    portal.answer(resumeWebhook, { ok: true });
    const { user } = open();
    expect(await screen.findByText(/连续 3 天发送失败，已自动暂停（2026-11-/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: '恢复 教务系统' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^恢\s?复$/ }));
    await waitFor(() => expect(portal.requests(resumeWebhook).at(-1)?.params).toEqual({ id: 'w1' }));
  });

  it('lists what was sent, and sends one or all failures again', async () => {
    portal.answer(replayDeliveries, { total: 1 });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '教务系统 的发送记录' }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText(/对方响应 500.*31 毫秒.*第 10 次/)).toBeVisible();
    expect(within(dialog).getByLabelText('对方的响应')).toHaveTextContent('out of order');
    await user.click(within(dialog).getByRole('button', { name: /^重新发送 学生有变化/ }));
    await waitFor(() => expect(portal.requests(replayDeliveries).at(-1)?.body).toEqual({ delivery_ids: ['d1'] }));
    await user.click(within(dialog).getByRole('button', { name: '补发全部失败和未发送的' }));
    await waitFor(() => expect(portal.requests(replayDeliveries).at(-1)?.body).toEqual({}));
  });

  it('sends a test and shows the deliveries', async () => {
    portal.answer(testWebhook, { delivery_id: 'd2' });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '教务系统 的更多操作' }));
    await user.click(await screen.findByRole('menuitem', { name: '发送测试' }));
    expect(await screen.findByText('已发送测试事件，结果见发送记录')).toBeVisible();
    expect(portal.requests(testWebhook).map(({ params }) => params)).toEqual([{ id: 'w1' }]);
  });
});

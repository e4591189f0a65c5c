import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { onlineService, type OnlineService } from '../../../../src/features/online-service/contract.ts';
import { OnlineServiceDialog } from '../../../../src/features/online-service/web/OnlineServiceDialog.tsx';
import { aPortal, show } from '../../../support/component.tsx';

const portal = aPortal();
const open = (contact: OnlineService) => {
  portal.answer(onlineService, contact);
  const onClose = vi.fn<() => void>();
  return { onClose, ...show(<OnlineServiceDialog open onClose={onClose} afterClose={() => undefined} />) };
};

it('shows the code, the link, the phone and the hours', async () => {
  open({ link: 'https://service.example/?from=2001', phone: '400-000-0000', hours: '工作日', text_shown: true });
  expect(await screen.findByRole('img', { name: '在线客服的二维码' })).toBeVisible();
  expect(screen.getByRole('link', { name: '在本机打开' })).toHaveAttribute(
    'href',
    'https://service.example/?from=2001',
  );
  expect(screen.getByRole('link', { name: '400-000-0000' })).toHaveAttribute('href', 'tel:4000000000');
  expect(screen.getByText('工作日')).toBeVisible();
  expect(portal.requests(onlineService)[0]?.query).toEqual({ org_id: '2001' });
});

it('shows an organisation without text the code alone', async () => {
  open({ link: 'https://service.example/', phone: '400-000-0000', text_shown: false });
  expect(await screen.findByRole('img', { name: '在线客服的二维码' })).toBeVisible();
  expect(screen.queryByText('400-000-0000')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});

it('says so where no service is set up', async () => {
  const { user, onClose } = open({ text_shown: true });
  expect(await screen.findByText(/平台还没有设置在线客服/)).toBeVisible();
  await user.click(screen.getByRole('link', { name: '打开帮助中心' }));
  expect(onClose).toHaveBeenCalled();
});

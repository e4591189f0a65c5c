import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { orgProducts } from '../../../../src/features/subscription/contract.ts';
import { ApplicationsPage } from '../../../../src/features/subscription/web/ApplicationsPage.tsx';
import { aPortal, show } from '../../../support/component.tsx';
import '../../../support/web-features.ts';

const portal = aPortal();

it('opens the page of each application that the role may open, and lists the others without a link', async () => {
  portal.answer(orgProducts, {
    total: 3,
    items: [
      { product_code: 'exam', product_name: '心理测评', status: 1, expire_at: '2027-08-30T16:00:00.000Z' },
      { product_code: 'archives', product_name: '心理档案', status: 0 },
      { product_code: 'Intervene_sandplay', product_name: '沙盘', status: 2 },
    ],
  });
  show(<ApplicationsPage />, { may: { exam: ['open'], 'intervention/sandplay': ['open'] } });
  const exam = await screen.findByRole('link', { name: /^心理测评/ });
  expect(exam).toHaveAttribute('href', '/exam');
  expect(exam).toHaveTextContent(/即将到期.*至2027年/);
  expect(screen.getByRole('link', { name: /^沙盘/ })).toHaveAttribute('href', '/intervention/sandplay');
  expect(screen.getByText('心理档案').closest('li')).toHaveTextContent('当前角色不能使用');
  const others = within(screen.getByRole('region', { name: '未开通的应用' })).getAllByRole('listitem');
  expect(others.map((one) => one.textContent)).toContain('智能谈心未开通');
  expect(others.map((one) => one.textContent)).not.toContain('沙盘未开通');
});

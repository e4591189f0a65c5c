import '@testing-library/jest-dom/vitest';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { createIndexConfig, putIndexConfig, putSite } from '../../../../src/features/sites/contract.ts';
import { SitePage } from '../../../../src/features/sites/web/SitePage.tsx';
import { indexConfig } from '../../../../src/platform/session/contract.ts';
import { aPortal, show } from '../../../support/component.tsx';
import { SITE } from '../../../support/msw.ts';

const portal = aPortal();
beforeEach(() => portal.answer(indexConfig, { org_id: '2001', welcome: '旧欢迎语', site: SITE, host_editable: true }));

/** The two pictures of a page of the preview, light and dark. */
const samples = (page: string) => [
  ...screen.getByRole('complementary', { name: '预览' }).querySelectorAll<HTMLElement>(`[data-sample=${page}]`),
];

it('shows what is typed on the sign-in page and in the layout, before anything is saved', async () => {
  const { user } = show(<SitePage />);
  const type = async (field: string, text: string) => {
    const input = await screen.findByLabelText(field);
    await user.clear(input);
    await user.type(input, text);
  };
  await type('站点名称', '新名字');
  await type('标语', '新标语');
  await type('访问域名', 'xin.example.cn');
  await type('欢迎语', '新的一天');
  expect(samples('sign-in')).toHaveLength(2);
  for (const one of samples('sign-in'))
    for (const text of ['新名字', '新标语', 'xin.example.cn']) expect(within(one).getByText(text)).toBeVisible();
  expect(samples('home')).toHaveLength(2);
  for (const one of samples('home')) {
    for (const text of ['新名字', '新的一天']) expect(within(one).getByText(text)).toBeVisible();
    expect(within(one).queryByText('旧欢迎语')).toBeNull();
  }
  for (const call of [putSite, putIndexConfig, createIndexConfig]) expect(portal.requests(call)).toEqual([]);
});

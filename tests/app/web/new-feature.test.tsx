import '@testing-library/jest-dom/vitest';
import { screen, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { features } from '../../../src/app/web/features.ts';
import { en as all } from '../../../src/app/web/texts/en.ts';
import { english } from '../../../src/app/web/texts/english.ts';
import { abilities } from '../../../src/platform/access/contract.ts';
import { errorEntry } from '../../../src/platform/errors/catalogue.ts';
import type { WebFeature } from '../../../src/platform/feature/web/feature.ts';
import { registerFeatures } from '../../../src/platform/feature/web/registry.ts';
import { ApiError } from '../../../src/platform/http/web/api-error.ts';
import { chooseLanguage, provideEnglish } from '../../../src/platform/i18n/web/language.ts';
import { displayOf } from '../../../src/platform/session/web/notify-failure.ts';
import { PageTitle } from '../../../src/platform/ui/web/PageTitle.tsx';
import { abilitiesOf, ADMIN_AREAS } from '../../support/msw-data.ts';
import { portalServer } from '../../support/msw.ts';
import { viewport } from '../../support/page.ts';
import { freshBrowser, holdSession, visit } from './portal-page.tsx';

// The folder of a feature: the texts of its page and menu group in both languages, the page, its icon, and
// `web/feature.ts`.
const zh = { readingCorners: { title: '阅读角', about: '班级和走廊里的阅读角' } };
const zhGroup = { reading: '阅读' };
const en = { readingCorners: { title: 'Reading corners', about: 'In classes and corridors' } };
const enGroup = { reading: 'Reading' };

const webFeature = (feature: object): WebFeature => Object.assign({ name: 'reading-corners' }, feature);

const readingCorners = webFeature({
  texts: { page: zh, menuGroup: zhGroup },
  menuGroups: [{ key: 'reading', order: 15 }],
  errors: { PSY_CORNER_CLOSED: errorEntry(403, '阅读角现在不开放', 'own-text') },
  pages: [
    {
      key: 'readingCorners',
      path: '/reading-corner',
      area: 'reading-corner',
      group: 'reading',
      icon: () => Promise.resolve(() => <svg data-testid="corner-icon" />),
      load: () => Promise.resolve(() => <PageTitle title="一楼走廊" />),
    },
  ],
});

// A line in the list of English texts. That of the Chinese ones makes the page's key a type, and a row in
// `policies/access.csv` the area: `webFeature` stands for both.
const withPage = {
  ...english,
  texts: { ...all, page: { ...all.page, ...en }, menuGroup: { ...all.menuGroup, ...enGroup } },
};

const portal = portalServer();
const entries = async (menu: string) =>
  within(await screen.findByRole('navigation', { name: menu }))
    .getAllByRole('link')
    .map((link) => link.textContent);

describe('a feature with a page that is added to the browser', () => {
  beforeAll(() => {
    portal.listen();
    // One line in the list of features; nothing else of the portal knows it.
    registerFeatures([...features, readingCorners]);
    provideEnglish(() => Promise.resolve(withPage));
  });
  beforeEach(async () => {
    freshBrowser(portal);
    holdSession(portal);
    await chooseLanguage('zh');
  });
  afterAll(() => {
    registerFeatures(features);
    portal.close();
  });

  it('has a menu entry, a route and a card for roles with its area', async () => {
    portal.answer(abilities, abilitiesOf([...ADMIN_AREAS, 'reading-corner']));
    visit('/reading-corner');
    expect(await screen.findByRole('heading', { name: '一楼走廊' })).toBeVisible();
    expect(await entries('主菜单')).toContain('阅读角');
    const menu = screen.getByRole('navigation', { name: '主菜单' });
    expect(within(menu).getByRole('link', { name: '阅读角' })).toHaveAttribute('aria-current', 'page');
    expect(within(screen.getByRole('navigation', { name: '当前位置' })).getByText('阅读角')).toBeVisible();
  });

  it('has its own icon, in its own group between those of other features', async () => {
    portal.answer(abilities, abilitiesOf([...ADMIN_AREAS, 'reading-corner']));
    visit('/reading-corner');
    const menu = await screen.findByRole('navigation', { name: '主菜单' });
    const headings = within(menu).getAllByRole('heading');
    expect(headings.map((heading) => heading.textContent)).toEqual(['学校与组织', '阅读', '系统设置']);
    expect(within(menu).getByTestId('corner-icon')).toBeInTheDocument();
  });

  it('is in the drawer of phones, which have no menu beside the page', async () => {
    portal.answer(abilities, abilitiesOf([...ADMIN_AREAS, 'reading-corner']));
    viewport(390);
    const { user } = visit('/index');
    await user.click(await screen.findByRole('button', { name: '用户菜单' }));
    const pages = await screen.findByRole('navigation', { name: '主菜单' });
    expect(within(pages).getByRole('link', { name: '阅读角' })).toHaveAttribute('href', '/reading-corner');
  });

  it('has its English title when the person chooses English', async () => {
    portal.answer(abilities, abilitiesOf([...ADMIN_AREAS, 'reading-corner']));
    await chooseLanguage('en');
    visit('/reading-corner');
    expect(await entries('Main menu')).toContain('Reading corners');
    expect(screen.getByRole('heading', { name: 'Reading' })).toBeVisible();
  });

  it('decides how its own error code is shown', () => {
    const refused = new ApiError({ code: 'PSY_CORNER_CLOSED', status: 403, message: '阅读角现在不开放' });
    expect(displayOf(refused)).toEqual({ reaction: 'toast', text: '阅读角现在不开放' });
  });

  it('is closed to roles without its area, and is named in the refusal', async () => {
    visit('/reading-corner');
    expect(await screen.findByRole('heading', { name: '您没有权限查看此页面' })).toBeVisible();
    expect(screen.getByText(/不能访问「阅读角」/)).toBeVisible();
    expect(await entries('主菜单')).not.toContain('阅读角');
  });
});

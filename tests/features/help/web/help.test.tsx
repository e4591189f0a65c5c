import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findArticles, textOf } from '../../../../src/features/help/web/article-texts.ts';
import { articles, articlesAbout } from '../../../../src/features/help/web/articles.ts';
import { abilities } from '../../../../src/platform/access/contract.ts';
import { chooseLanguage, provideEnglish } from '../../../../src/platform/i18n/web/language.ts';
import { allPages } from '../../../../src/platform/pages/web/pages.ts';
import { freshBrowser, holdSession, visit } from '../../../app/web/portal-page.tsx';
import { abilitiesOf, student } from '../../../support/msw-data.ts';
import { portalServer } from '../../../support/msw.ts';
import { viewport } from '../../../support/page.ts';
// Chunks that the portal loads later.
import '../../../../src/features/help/web/HelpDrawer.tsx';
import '../../../../src/features/help/web/HelpPage.tsx';
import '../../../../src/features/help/web/PageHelpButton.tsx';

const STAFF = ['index', 'org-manage', 'org-manage/student', 'org-manage/class', 'crisis-report'];

const portal = portalServer();
beforeAll(() => portal.listen());
beforeEach(() => {
  freshBrowser(portal);
  holdSession(portal);
  portal.answer(abilities, abilitiesOf(STAFF));
});
afterAll(() => portal.close());

const list = () => screen.findByRole('navigation', { name: '文章目录' });
const titles = (nav: HTMLElement) =>
  within(nav)
    .getAllByRole('link')
    .map((link) => link.querySelector('span')?.textContent);

describe('the articles', () => {
  it('name only pages that exist, at their heads and in their links', () => {
    const keys = allPages().map(({ key }) => key as string);
    const named = articles.flatMap((article) => [
      ...article.pages,
      ...[...textOf(article).matchAll(/\]\(([^)]+)\)/g)].map(([, href = '']) => href.replace(/^page:/, '')),
    ]);
    expect(named.filter((key) => !keys.includes(key))).toEqual([]);
  });

  it('include one about each page of the main menu and each tab', () => {
    const inMenu = allPages().filter(({ key, group, tab }) => (group !== undefined || tab) && key !== 'index');
    expect(inMenu.filter((page) => articlesAbout(articles, page).length === 0).map(({ key }) => key)).toEqual([]);
  });

  it('are found by several words of a text, whatever stands between them', () => {
    const found = findArticles(articles, '撤销 导入').map(({ key }) => key);
    expect(found).toContain('import-rolls');
    expect(found).not.toContain('escalation');
    // A link in the text does not divide a word.
    expect(findArticles(articles, '打开学生管理或监护人管理').map(({ key }) => key)).toEqual(['import-rolls']);
  });
});

describe('the help centre', () => {
  it('lists only what concerns the rights of the reader', async () => {
    visit('/help-center/index');
    const shown = titles(await list());
    expect(shown).toEqual(expect.arrayContaining(['第一次登录与改密', '导入学生与监护人', '危机上报']));
    expect(shown).not.toContain('预警上报规则');
    expect(shown).not.toContain('怎样答测评');
  });

  it('has for a student what is for students', async () => {
    freshBrowser(portal, student(), []);
    holdSession(portal, 'u2');
    visit('/help-center/index');
    expect(titles(await list())).toEqual([
      '第一次登录与改密',
      '找回密码与绑定方式',
      '查看公告和科普文章',
      '怎样答测评',
      '需要帮助时',
    ]);
  });

  it('finds an article by its text and opens it; Back returns to the list', async () => {
    const { user, address, router } = visit('/help-center/index');
    await user.type(await screen.findByRole('textbox', { name: '查找帮助' }), '撤销 导入');
    await waitFor(() =>
      expect(titles(screen.getByRole('navigation', { name: '文章目录' }))[0]).toBe('导入学生与监护人'),
    );
    await user.click(screen.getByRole('link', { name: /导入学生与监护人/ }));
    expect(address()).toBe('/help-center/index?article=import-rolls');
    expect(await screen.findByRole('heading', { name: '导入学生与监护人' })).toHaveFocus();
    expect(screen.getByRole('heading', { name: '有错误的行', level: 3 })).toBeVisible();
    await router.navigate(-1);
    await waitFor(() => expect(screen.queryByRole('heading', { name: '导入学生与监护人' })).toBeNull());
  });

  it('says when nothing is found', async () => {
    const { user } = visit('/help-center/index');
    await user.type(await screen.findByRole('textbox', { name: '查找帮助' }), '火星');
    expect(await screen.findByText(/没有找到“火星”/)).toBeVisible();
  });

  it('links only to pages that the reader may open', async () => {
    visit('/help-center/index?article=import-rolls');
    const article = within(await screen.findByRole('article'));
    expect(article.getAllByRole('link', { name: '学生管理' })[0]).toHaveAttribute('href', '/org-manage/student');
    expect(article.queryByRole('link', { name: '监护人管理' })).toBeNull();
    expect(article.getByText(/或监护人管理/)).toBeVisible();
  });

  it.each(['escalation', 'nothing', '__proto__'])('does not show an article of others: %s', async (key) => {
    visit(`/help-center/index?article=${key}`);
    expect(await screen.findByText(/没有这篇文章/)).toBeVisible();
    expect(screen.queryByRole('article')).toBeNull();
  });

  it('says in English that the articles are Chinese', async () => {
    provideEnglish(async () => (await import('../../../../src/app/web/texts/english.ts')).english);
    await chooseLanguage('en');
    visit('/help-center/index?article=import-rolls');
    expect(await screen.findByText(/Articles are in Chinese only/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Importing students and guardians' })).toBeVisible();
    await chooseLanguage('zh');
  });
});

describe('the “?” beside the title of a page', () => {
  it('opens the article about the page in a drawer, with a link to the help centre', async () => {
    const { user, address } = visit('/org-manage/class');
    await user.click(await screen.findByRole('button', { name: '帮助' }));
    const drawer = within(await screen.findByRole('dialog'));
    expect(drawer.getByText('班级、部门与负责人')).toBeVisible();
    expect(drawer.getByRole('heading', { name: '自定义分组', level: 2 })).toBeVisible();
    await user.click(drawer.getByRole('link', { name: '在帮助中心打开' }));
    await waitFor(() => expect(address()).toBe('/help-center/index?article=classes-and-structure'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is not on a page without an article', async () => {
    visit('/service-expiration-description');
    await screen.findByRole('navigation', { name: '当前位置' });
    expect(screen.queryByRole('button', { name: '帮助' })).toBeNull();
  });

  it('is in the header of phones, and of students', async () => {
    freshBrowser(portal, student(), []);
    holdSession(portal, 'u2');
    viewport(390, 800);
    const { user } = visit('/index');
    await user.click(await screen.findByRole('button', { name: '帮助' }));
    const drawer = within(await screen.findByRole('dialog'));
    expect(drawer.getByText('怎样答测评')).toBeVisible();
    expect(drawer.getByRole('link', { name: /需要帮助时/ })).toBeVisible();
  });
});

import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import dayjs from 'dayjs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { en } from '../../../src/app/web/texts/en.ts';
import { english } from '../../../src/app/web/texts/english.ts';
import { zh } from '../../../src/app/web/texts/zh.ts';
import {
  chooseLanguage,
  LANGUAGE_LABEL,
  provideEnglish,
  restoreLanguage,
} from '../../../src/platform/i18n/web/language.ts';
import { texts } from '../../../src/platform/i18n/web/texts.ts';
import { i18nProvider } from '../../../src/platform/refine/web/i18n-provider.ts';
import { persistentStorage } from '../../../src/platform/state/web/storage.ts';
import { portalServer } from '../../support/msw.ts';
import { viewport } from '../../support/page.ts';
import { freshBrowser, holdSession, visit } from './portal-page.tsx';
import '../../../src/platform/ui/web/fields/DatePickers.tsx';

const portal = portalServer();
let loads = 0;
const load = () => {
  loads += 1;
  return Promise.resolve(english);
};

beforeAll(() => portal.listen());
afterAll(() => portal.close());
beforeEach(async () => {
  freshBrowser(portal);
  provideEnglish(load);
  await chooseLanguage('zh');
  persistentStorage.clear();
  loads = 0;
});
afterEach(cleanup);

const language = () => document.documentElement.lang;

/** On a wide screen the name of the menu goes on with the name of the user. */
const named = (text: string) => new RegExp(`^${text}`);

describe('the language of the interface', () => {
  it('is Chinese, without loading another, until the user chooses one', async () => {
    await restoreLanguage();
    visit('/login');
    expect(await screen.findByRole('heading', { name: zh.login.title })).toBeInTheDocument();
    expect([language(), loads]).toEqual(['zh-CN', 0]);
  });

  it('is chosen on the sign-in page, and changes the page, its title, antd and dates', async () => {
    const { user } = visit('/login');
    const group = await screen.findByRole('group', { name: LANGUAGE_LABEL });
    await user.click(within(group).getByRole('button', { name: 'English' }));
    expect(await screen.findByRole('heading', { name: en.login.title })).toBeInTheDocument();
    expect(within(group).getByRole('button', { name: 'English' })).toHaveAttribute('aria-pressed', 'true');
    expect([language(), dayjs.locale(), loads]).toEqual(['en', 'en', 1]);
    await user.click(within(group).getByRole('button', { name: '中文' }));
    expect(await screen.findByRole('heading', { name: zh.login.title })).toBeInTheDocument();
    expect([language(), dayjs.locale()]).toEqual(['zh-CN', 'zh-cn']);
  });

  it('is remembered on the device', async () => {
    await chooseLanguage('en');
    const kept = persistentStorage.getItem('xinyu.language');
    await chooseLanguage('zh');
    persistentStorage.setItem('xinyu.language', kept ?? '');
    await restoreLanguage();
    visit('/login');
    expect(await screen.findByRole('heading', { name: en.login.title })).toBeInTheDocument();
  });

  it('is chosen in the user menu', async () => {
    holdSession(portal);
    const { user } = visit('/index');
    await user.click(await screen.findByRole('button', { name: named(zh.layout.userMenu) }));
    await user.hover(await screen.findByText(LANGUAGE_LABEL));
    await user.click(await screen.findByText('English'));
    expect(await screen.findByRole('navigation', { name: en.layout.menu })).toBeInTheDocument();
  });

  it("is chosen in the phone's drawer", async () => {
    viewport(390, 800);
    holdSession(portal);
    const { user } = visit('/index');
    await user.click(await screen.findByRole('button', { name: named(zh.layout.userMenu) }));
    await user.click(await screen.findByText('English'));
    expect(await screen.findByRole('button', { name: named(en.layout.userMenu) })).toBeInTheDocument();
  });

  it('is unchanged and not stored when its texts cannot be loaded', async () => {
    provideEnglish(() => Promise.reject(new Error('no network')));
    await expect(chooseLanguage('en')).rejects.toThrow('did not load');
    expect([texts.language, language(), persistentStorage.getItem('xinyu.language')]).toEqual(['zh', 'zh-CN', null]);
    persistentStorage.setItem('xinyu.language', JSON.stringify('en'));
    await restoreLanguage();
    expect(texts.language).toBe('zh');
  });

  it('is the last chosen one, even if its texts load first', async () => {
    let arrive = (_: typeof english) => {};
    provideEnglish(() => new Promise((resolve) => (arrive = resolve)));
    const slow = chooseLanguage('en');
    await chooseLanguage('zh');
    arrive(english);
    await slow;
    await waitFor(() => expect([texts.language, persistentStorage.getItem('xinyu.language')]).toEqual(['zh', '"zh"']));
  });

  it('can be changed through Refine', async () => {
    await i18nProvider.changeLocale('en');
    expect([i18nProvider.getLocale(), i18nProvider.translate('common.home')]).toEqual(['en', en.common.home]);
    await i18nProvider.changeLocale('fr');
    expect(i18nProvider.getLocale()).toBe('en');
  });
});

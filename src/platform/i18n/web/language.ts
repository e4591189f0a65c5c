import type { Locale } from 'antd/es/locale';
import type { ResourceLanguage } from 'i18next';
import { loadChunk } from '../../http/web/load-chunk.ts';
import { lasting, slot } from '../../state/web/storage.ts';
import { createStore, useStore } from '../../state/web/store.ts';
import { texts } from './texts.ts';

/** Languages of the interface. What the server says stays Chinese (`spec §1`). */
export type Language = 'zh' | 'en';

/** Each under its own name, which no language translates. */
export const LANGUAGES: readonly { value: Language; name: string; tag: string }[] = [
  { value: 'zh', name: '中文', tag: 'zh-CN' },
  { value: 'en', name: 'English', tag: 'en' },
];
export const LANGUAGE_LABEL = '语言 / Language';

/** What English needs; Chinese is part of the first load. */
export interface LanguagePack {
  texts: ResourceLanguage;
  antd: Locale;
}

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language.value === value);
const chosen = slot(lasting, 'xinyu.language', isLanguage);

const shown = createStore<{ language: Language; antd?: Locale }>({ language: 'zh' });

let loadEnglish: (() => Promise<LanguagePack>) | undefined;

/** Says where the English texts come from. Called once, before anything is rendered. */
export function provideEnglish(load: () => Promise<LanguagePack>): void {
  loadEnglish = load;
}

async function packOf(language: Language): Promise<LanguagePack | undefined> {
  if (language === 'zh') return undefined;
  if (loadEnglish === undefined) throw new Error('no English texts were provided');
  return loadChunk(loadEnglish);
}

let latest: Language = 'zh';

/** @returns Whether it is shown: another choice may be made while the texts are loading */
async function show(language: Language): Promise<boolean> {
  latest = language;
  const pack = await packOf(language);
  if (latest !== language) return false;
  if (pack !== undefined) texts.addResourceBundle(language, 'translation', pack.texts, true, true);
  await texts.changeLanguage(language);
  document.documentElement.lang = LANGUAGES.find(({ value }) => value === language)?.tag ?? '';
  shown.set({ language, ...(pack && { antd: pack.antd }) });
  return true;
}

/**
 * Shows the interface in a language and remembers it on this device.
 *
 * @throws ChunkLoadError when its texts did not load; the language stays what it was
 */
export async function chooseLanguage(language: Language): Promise<void> {
  if (await show(language)) chosen.set(language);
}

/** Shows the language that this device remembers. Chinese where its texts do not load. */
export async function restoreLanguage(): Promise<void> {
  const language = chosen.get() ?? 'zh';
  if (language !== 'zh') await show(language).catch(() => undefined);
}

export const useLanguage = (): Language => useStore(shown).language;

/** Antd's own texts; undefined for Chinese, which the theme has. */
export const useAntdLocale = (): Locale | undefined => useStore(shown).antd;

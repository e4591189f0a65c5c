import type { Locale } from 'antd/es/locale';
import type { ResourceLanguage } from 'i18next';
import { loadChunk } from '../../http/web/load-chunk.ts';
import { persistentStorage, slot } from '../../state/web/storage.ts';
import { createStore, useStore } from '../../state/web/store.ts';
import { texts } from './texts.ts';

/** Languages of the interface. Messages of the server stay Chinese (`spec §1`). */
export type Language = 'zh' | 'en';

/** Names are in their own language and never translated. */
export const LANGUAGES: readonly { value: Language; name: string; tag: string }[] = [
  { value: 'zh', name: '中文', tag: 'zh-CN' },
  { value: 'en', name: 'English', tag: 'en' },
];
export const LANGUAGE_LABEL = '语言 / Language';

/** Resources of a language that is loaded on demand; Chinese is in the first bundle. */
export interface LanguagePack {
  texts: ResourceLanguage;
  antd: Locale;
}

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language.value === value);
const chosen = slot(persistentStorage, 'xinyu.language', isLanguage);

const shown = createStore<{ language: Language; antd?: Locale }>({ language: 'zh' });

let loadEnglish: (() => Promise<LanguagePack>) | undefined;

/** Sets the loader of the English texts. Called once, before the first render. */
export function provideEnglish(load: () => Promise<LanguagePack>): void {
  loadEnglish = load;
}

async function packOf(language: Language): Promise<LanguagePack | undefined> {
  if (language === 'zh') return undefined;
  if (loadEnglish === undefined) throw new Error('no English texts were provided');
  return loadChunk(loadEnglish);
}

let latest: Language = 'zh';

/** @returns False if another language was selected while the texts were loading */
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
 * Changes the language of the interface and stores it on this device.
 *
 * @throws ChunkLoadError if the texts did not load; the language is unchanged
 */
export async function chooseLanguage(language: Language): Promise<void> {
  if (await show(language)) chosen.set(language);
}

/** Restores the stored language; Chinese if its texts do not load. */
export async function restoreLanguage(): Promise<void> {
  const language = chosen.get() ?? 'zh';
  if (language !== 'zh') await show(language).catch(() => undefined);
}

export const useLanguage = (): Language => useStore(shown).language;

/** Antd's locale; undefined for Chinese, which the theme provides. */
export const useAntdLocale = (): Locale | undefined => useStore(shown).antd;

import type { I18nProvider } from '@refinedev/core';
import { chooseLanguage, isLanguage } from '../../i18n/web/language.ts';
import { texts } from '../../i18n/web/texts.ts';

/** Refine passes an English default for each key, which must not be shown: a missing text stays empty. */
export const i18nProvider: I18nProvider = {
  translate(key: string) {
    const text: unknown = texts.getResource(texts.language, 'translation', key);
    return typeof text === 'string' ? text : '';
  },
  changeLocale: async (language) => {
    if (isLanguage(language)) await chooseLanguage(language);
  },
  getLocale: () => texts.language,
};

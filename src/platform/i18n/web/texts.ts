import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Later } from '../../../app/web/texts/zh-later.ts';
import { zh } from '../../../app/web/texts/zh.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof zh & Later };
  }
}

/**
 * The interface is Chinese (`spec §1`). The English catalogue beside it holds the same keys and the words of the
 * specification; it is not shipped to the browser as long as nobody can choose it, since the server's answers are
 * Chinese.
 */
export const texts = i18next;

void texts.use(initReactI18next).init({
  // All texts are here already, so that the first paint has them.
  initAsync: false,
  lng: 'zh',
  resources: { zh: { translation: zh } },
  interpolation: { escapeValue: false },
});

import i18next, { type CustomTypeOptions } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { zh } from './texts/zh.ts';

/** All groups of texts; the app declares them to i18next (`src/app/web/texts/zh.ts`). */
export type Texts = CustomTypeOptions['resources']['translation'];

/**
 * The interface is Chinese (`spec §1`). The English catalogue beside it holds the same keys and the words of the
 * specification; it is loaded when a person chooses it (`language.ts`).
 */
export const texts = i18next;

void texts.use(initReactI18next).init({
  // Before the first paint.
  initAsync: false,
  lng: 'zh',
  fallbackLng: 'zh',
  resources: { zh: { translation: zh } },
  interpolation: { escapeValue: false },
});

/**
 * Adds texts of a feature: those that its `feature.ts` brings, and those that come with a page. A module that shows
 * such texts calls this beside its imports, before anything is drawn.
 */
export function provideTexts(more: Partial<Texts>): void {
  texts.addResourceBundle('zh', 'translation', more, true, true);
}

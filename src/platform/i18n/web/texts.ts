import i18next, { type CustomTypeOptions } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { zh } from './texts/zh.ts';

/** All groups of texts; the app declares them to i18next (`src/app/web/texts/zh.ts`). */
export type Texts = CustomTypeOptions['resources']['translation'];

/** Title and purpose of every page, by its key. */
export type PageTexts = Texts['page'];

/** Titles of the groups of the main menu, by their key. */
export type MenuTexts = Texts['menuGroup'];

/** What a feature adds: whole groups of texts, and the titles of its own pages, menu groups and steps of the tour. */
export type FeatureTexts = Partial<Omit<Texts, 'page' | 'menuGroup' | 'tour'>> & {
  page?: Partial<PageTexts>;
  tour?: Partial<Texts['tour']>;
  menuGroup?: Partial<MenuTexts>;
};

/**
 * The interface is Chinese (`spec §1`). The English catalogue has the same keys and is loaded on demand
 * (`language.ts`).
 */
export const texts = i18next;

void texts.use(initReactI18next).init({
  // Synchronous, because the first paint needs the texts.
  initAsync: false,
  lng: 'zh',
  fallbackLng: 'zh',
  resources: { zh: { translation: zh } },
  interpolation: { escapeValue: false },
});

/**
 * Adds texts of a feature. A module that shows texts outside `feature.ts` calls this at its top level, before the first
 * render.
 */
export function provideTexts(more: FeatureTexts): void {
  texts.addResourceBundle('zh', 'translation', more, true, true);
}

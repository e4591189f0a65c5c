import enUS from 'antd/es/locale/en_US';
import type { LanguagePack } from '../../../platform/i18n/web/language.ts';
import { later } from './en-later.ts';
import { en } from './en.ts';

/** Loaded when a person chooses English. */
export const english: LanguagePack = { texts: { ...en, ...later }, antd: enUS };

import enUS from 'antd/es/locale/en_US';
import type { LanguagePack } from '../../../platform/i18n/web/language.ts';
import { en } from './en.ts';

/** Loaded when a person chooses English. */
export const english: LanguagePack = { texts: en, antd: enUS };

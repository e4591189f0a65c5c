import { attachments } from './en/attachments.ts';
import { common, notifications } from './en/common.ts';
import { crud } from './en/crud.ts';
import { errors } from './en/errors.ts';
import { imports } from './en/imports.ts';
import { layout } from './en/layout.ts';
import { pages } from './en/pages.ts';
import { reveal } from './en/reveal.ts';

/** Texts of platform and layout that the first bundle contains. */
export const en = { attachments, common, crud, errors, imports, layout, notifications, pages, reveal };

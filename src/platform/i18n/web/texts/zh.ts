import { attachments } from './zh/attachments.ts';
import { common, notifications } from './zh/common.ts';
import { crud } from './zh/crud.ts';
import { errors } from './zh/errors.ts';
import { imports } from './zh/imports.ts';
import { layout } from './zh/layout.ts';
import { pages } from './zh/pages.ts';
import { reveal } from './zh/reveal.ts';

/** Texts of platform and layout that the first bundle contains. */
export const zh = { attachments, common, crud, errors, imports, layout, notifications, pages, reveal };

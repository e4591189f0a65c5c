import { crud } from '../../../crud/web/texts/zh/crud.ts';
import { reveal } from '../../../crud/web/texts/zh/reveal.ts';
import { imports } from '../../../imports/web/texts/zh/imports.ts';
import { attachments } from '../../../media/web/texts/zh/attachments.ts';
import { common, notifications } from './zh/common.ts';
import { errors } from './zh/errors.ts';
import { layout } from './zh/layout.ts';
import { pages } from './zh/pages.ts';

/** Texts of the platform and the layout that are there from the beginning. */
export const zh = { attachments, common, crud, errors, imports, layout, notifications, pages, reveal };

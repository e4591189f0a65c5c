import { crud } from '../../../crud/web/texts/en/crud.ts';
import { reveal } from '../../../crud/web/texts/en/reveal.ts';
import { imports } from '../../../imports/web/texts/en/imports.ts';
import { attachments } from '../../../media/web/texts/en/attachments.ts';
import { common, notifications } from './en/common.ts';
import { errors } from './en/errors.ts';
import { layout } from './en/layout.ts';
import { pages } from './en/pages.ts';

/** Texts of the platform and the layout that are there from the beginning. */
export const en = { attachments, common, crud, errors, imports, layout, notifications, pages, reveal };

import type { MarkedDocument } from '../../../platform/file-codes/server/marked-pdf.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { PARTS, type LibraryText } from '../rules/draft.ts';
import type { StoredLibraryCase } from './read-library-case.ts';

const TITLES = { background: '背景与问题', process: '过程与处置', outcome: '结果', lessons: '启示' } as const;

/** A released case as a document to print. */
export const printLibraryCase = (found: StoredLibraryCase, texts: LibraryText): MarkedDocument => ({
  title: texts.title,
  sections: [
    {
      title: '概况',
      rows: [
        ['问题类型', labelOf('crisis_category', found.category_id)],
        ['危机等级', labelOf('crisis_level', found.crisis_level)],
        ...(found.period === null ? [] : [['学段', labelOf('class_period', found.period)] as const]),
        ...(found.sex === null ? [] : [['性别', labelOf('sex', found.sex)] as const]),
      ],
    },
    ...PARTS.flatMap((part) =>
      texts[part].trim() === '' ? [] : [{ title: TITLES[part], text: texts[part].split(/\n+/).filter(Boolean) }],
    ),
  ],
  note: '已去掉可识别学生的内容，仅供校内学习，请勿猜测学生身份',
});

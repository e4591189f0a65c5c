import { cellText, type RawCell } from '../../schema/sheet-cell.ts';
import type { TooWide } from './messages.ts';

/**
 * Whether a row has a text beyond the last title.
 *
 * @param titles Columns up to the last with a title
 * @param besides A column that may have texts in any row
 */
export function tooWide(cells: readonly RawCell[], titles: number, besides?: number): TooWide | undefined {
  const last = cells.findLastIndex((cell, column) => column !== besides && cellText(cell) !== '') + 1;
  return last > titles ? { last, titles } : undefined;
}

/** For users, behind the number of the row. */
export const tooWideText = ({ last, titles }: TooWide): string =>
  `内容写到了第 ${last} 列，表头只有 ${titles} 列：请检查各格是否错位（CSV 文件中，文字里的逗号要用双引号括起），并删去多出的内容`;

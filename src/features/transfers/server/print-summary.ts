import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { digestedBytes, markFile, type FileMark, type Maker } from '../../../platform/file-codes/server/file-mark.ts';
import { markedPdf } from '../../../platform/file-codes/server/marked-pdf.ts';
import type { PrintedSection } from '../../../platform/pdf/server/write-pdf.ts';
import type { Section } from '../contract.ts';
import type { Part } from '../rules.ts';

/** How much of each part fits on one page. */
const ROWS: Readonly<Partial<Record<Part, number>>> = { base: 9, results: 3, follow_ups: 5 };
/** Characters of a value on the page. */
const TEXT_MAX = 120;

const short = (text: string): string => {
  const line = text.replaceAll('\n', '；');
  return line.length > TEXT_MAX ? `${line.slice(0, TEXT_MAX)}…` : line;
};

function printed({ part, title, rows }: Section): PrintedSection[] {
  const most = ROWS[part] ?? 0;
  if (most === 0) return [];
  const left = rows.length - most;
  return [
    {
      title,
      rows: rows.slice(0, most).map(([label, text]) => [label, short(text)] as const),
      ...(left > 0 && { text: [`只列出 ${most} 项，另有 ${left} 项。`] }),
    },
  ];
}

/** Logs that a summary leaves as a file, and gives the file its mark. */
export const markSummary = (
  ctx: OrgContext,
  tx: Tx,
  maker: Maker,
  { child_id, child_name }: { child_id: string; child_name: string },
): Promise<FileMark> =>
  markFile(ctx, tx, maker, 'transfer', {
    act: 'export',
    resource: 'student',
    rowId: child_id,
    rowLabel: child_name,
    after: { file_name: '转学摘要' },
  });

/** The summary of one page, of the parts that go along. */
export async function printSummary(
  ctx: OrgContext,
  mark: FileMark,
  childName: string,
  sections: readonly Section[],
): Promise<Buffer> {
  const pdf = await markedPdf(ctx, mark, {
    title: `${childName}的转学摘要`,
    sections: [
      { title: '说明', text: ['供接收学校的心理老师了解情况。测评结果是筛查，不是诊断，要结合访谈来看。'] },
      ...sections.flatMap(printed),
    ],
    note: '只交给接收学校',
  });
  return digestedBytes(ctx, mark, Buffer.from(pdf));
}

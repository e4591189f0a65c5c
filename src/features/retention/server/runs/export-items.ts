import type { Blob, OrgContext } from '../../../../platform/context/server/context.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { markFile, type Maker } from '../../../../platform/file-codes/server/file-mark.ts';
import { markedSheet } from '../../../../platform/file-codes/server/marked-sheet.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { dayOf } from '../../../../platform/schema/wall-clock.ts';
import type { SheetFormat } from '../../../../platform/sheets/server/formats.ts';
import type { Item } from '../../contract.ts';

const TITLE = '清除清单';
const HEADERS = ['学生编号', '姓名', '学号', '内容', '记录数', '状态', '不可清除的原因'];

const cells = ({ child_id, child_name, student_no, kinds, total, status, why }: Item) => [
  child_id,
  child_name ?? '',
  student_no ?? '',
  kinds.map((kind) => labelOf('retention_kind', kind)).join('、'),
  String(total),
  labelOf('erasure_item', status),
  why.map((one) => labelOf('retention_blocker', one)).join('、'),
];

/** A list as a file. The disclosure is in the audit log. */
export async function exportItems(
  ctx: OrgContext,
  tx: Tx,
  { runId, items, format, maker }: { runId: string; items: readonly Item[]; format: SheetFormat; maker: Maker },
): Promise<Blob> {
  const mark = await markFile(ctx, tx, maker, 'list', {
    act: 'export',
    resource: 'erasure_run',
    rowId: runId,
    rowLabel: TITLE,
    after: { total: items.length },
  });
  return markedSheet(ctx, mark, {
    format,
    fileName: `${TITLE}_${dayOf(ctx.now())}.${format}`,
    sheets: [
      { name: TITLE, columns: HEADERS.map((header) => ({ header, cell: 'text' as const })), rows: items.map(cells) },
    ],
  });
}

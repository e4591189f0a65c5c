import type { Blob, OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { markFile, type Maker } from '../../../platform/file-codes/server/file-mark.ts';
import { markedSheet } from '../../../platform/file-codes/server/marked-sheet.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import type { SheetFormat } from '../../../platform/sheets/server/formats.ts';
import type { WarnStatistics } from '../contract/warn-statistics.ts';

const TITLE = '预警统计';
const PART = { school: '学校', grade: '年级', class: '班级' } as const;

/** The statistics as one table, grouped; suppressed numbers are marked. */
function cellsOf({
  unit,
  smallest,
  total,
  verdicts,
  sources,
  months,
  parts,
  rules,
  verify,
  contact,
}: WarnStatistics): (string | number | null)[][] {
  const few = smallest === undefined ? null : `少于 ${smallest} 人`;
  const what = unit === 'student' ? '学生数' : '预警数';
  const group = (name: string, rows: readonly { label: string; n?: number }[]) =>
    rows.map(({ label, n }) => [name, label, n === undefined ? few : String(n)]);
  return [
    ['合计', what, total === undefined ? few : String(total)],
    ...group('核实结果', verdicts),
    ...group('来源', sources),
    ...group('月份', months),
    ...group(PART[parts.by], parts.rows),
    ...rules.flatMap(({ source, label, valid, invalid, share }) =>
      [
        ['有效', valid],
        ['无效', invalid],
        ['有效率（%）', share],
      ].map(([name, n]) => [
        `规则：${labelOf('warn_source', source)}`,
        `${label} ${name}`,
        n === undefined ? few : String(n),
      ]),
    ),
    ...(
      [
        ['核实用时（分钟）', verify],
        ['首次联系用时（分钟）', contact],
      ] as const
    ).flatMap(([name, time]) =>
      time
        ? [
            [name, '中位数', String(time.median)],
            [name, '九成以内', String(time.p90)],
          ]
        : [],
    ),
  ];
}

/** Writes statistics as a sheet, and the disclosure into the audit log. @param filters Which statistics were asked for */
export async function exportStatistics(
  ctx: OrgContext,
  tx: Tx,
  statistics: WarnStatistics,
  filters: Readonly<Record<string, unknown>>,
  { format, maker }: { format: SheetFormat; maker: Maker },
): Promise<Blob> {
  const mark = await markFile(ctx, tx, maker, 'statistics', {
    act: 'export',
    resource: 'warn',
    rowId: '*',
    rowLabel: `${TITLE} ${statistics.name}`,
    after: { filters },
  });
  const columns = ['分组', '项目', '数量'].map((header) => ({ header, cell: 'text' as const }));
  return markedSheet(ctx, mark, {
    format,
    fileName: `${TITLE}_${statistics.name}_${dayOf(ctx.now())}.${format}`,
    sheets: [{ name: TITLE, columns, rows: cellsOf(statistics) }],
  });
}

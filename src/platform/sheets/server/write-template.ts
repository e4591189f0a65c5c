import type { Cell, CellStyle, DataValidation, WriteOptions } from 'hucre/xlsx';
import type { ColumnGuide } from '../../schema/sheet-guide.ts';
import { sheetName, widthOf } from './sheet.ts';

export interface TemplateColumn extends ColumnGuide {
  cell: 'text' | 'number';
}

export interface Template {
  title: string;
  columns: readonly TemplateColumn[];
  /** How many rows have drop-downs. */
  rows: number;
  /** Shown above the instructions. */
  notes: readonly string[];
}

const GUIDE = '填写说明';
const OPTIONS = '选项';
const FILL = { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'FFE6F2F1' } } as const;
const HEAD: CellStyle = {
  font: { bold: true, color: { rgb: 'FF1F2A2A' } },
  fill: FILL,
  numFmt: '@',
  alignment: { vertical: 'center' },
};
const REQUIRED: CellStyle = { ...HEAD, font: { bold: true, color: { rgb: 'FFCF1322' } } };
const WRAP: CellStyle = { numFmt: '@', alignment: { vertical: 'top', wrapText: true } };

/**
 * A workbook to fill in: the table itself, a sheet of instructions for its columns, and a hidden one with the choices
 * of the drop-downs, because a list inside a cell rule is limited to 255 characters. Text columns have text format, so
 * that numeric identifiers keep leading zeros and all digits.
 */
export async function writeTemplate({ title, columns, rows, notes }: Template): Promise<Uint8Array> {
  const { colToLetter, writeXlsx } = await import('hucre/xlsx');
  const lists = columns.flatMap(({ choices, header }, column) =>
    choices.length > 0 ? [{ column, header, choices, name: `choices_${column + 1}` }] : [],
  );
  const validations = lists.map(({ column, name }): DataValidation => ({
    type: 'list',
    formula1: name,
    range: `${colToLetter(column)}2:${colToLetter(column)}${rows + 1}`,
    allowBlank: true,
    showErrorMessage: true,
    errorStyle: 'stop',
    errorTitle: '不在列表中',
    errorMessage: '请从下拉列表中选择',
    showInputMessage: false,
  }));
  const ranges = lists.map(({ name, choices }, i): NonNullable<WriteOptions['namedRanges']>[number] => ({
    name,
    range: `'${OPTIONS}'!$${colToLetter(i)}$1:$${colToLetter(i)}$${choices.length}`,
  }));
  const longest = Math.max(0, ...lists.map(({ choices }) => choices.length));
  const head = new Map(
    columns.map(({ header, required }, i): [string, Partial<Cell>] => [
      `0,${i}`,
      { value: header, style: required ? REQUIRED : HEAD },
    ]),
  );

  return writeXlsx({
    sheets: [
      {
        name: sheetName(title),
        rows: [columns.map(({ header }) => header)],
        cells: head,
        freezePane: { rows: 1 },
        dataValidations: validations,
        columns: columns.map(({ header, cell }) => ({
          width: widthOf(header),
          ...(cell === 'text' ? { numFmt: '@' } : {}),
        })),
      },
      guide(columns, notes),
      ...(lists.length > 0
        ? [
            {
              name: OPTIONS,
              hidden: true,
              rows: Array.from({ length: longest }, (_, row) => lists.map(({ choices }) => choices[row] ?? null)),
              columns: lists.map(() => ({ numFmt: '@' })),
            },
          ]
        : []),
    ],
    namedRanges: ranges,
    properties: { title: `${title}导入模板` },
  });
}

/** Maximum number of choices in the instructions; the drop-down has all of them. */
const NAMED = 12;

function guide(columns: readonly TemplateColumn[], notes: readonly string[]) {
  const headers = ['列名', '是否必填', '怎样填写', '可以填写', '示例', '说明'];
  const lines = columns.map(({ header, required, format, choices, example, note }) => [
    header,
    required ? '必填' : '选填',
    format,
    choices.length > NAMED ? `${choices.slice(0, NAMED).join('、')} 等 ${choices.length} 项` : choices.join('、'),
    example,
    note,
  ]);
  const rows = [...notes.map((note) => [note]), [], headers, ...lines];
  const cells = new Map<string, Partial<Cell>>();
  for (const [r, row] of rows.entries())
    for (const [c, value] of row.entries())
      cells.set(`${r},${c}`, { value, style: row === headers ? HEAD : r < notes.length ? { numFmt: '@' } : WRAP });
  return { name: GUIDE, rows, cells, columns: [16, 10, 32, 40, 22, 48].map((width) => ({ width })) };
}

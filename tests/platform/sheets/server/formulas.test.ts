import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { SHEET_FORMATS } from '../../../../src/platform/sheets/server/formats.ts';
import { unescapeFormula } from '../../../../src/platform/sheets/server/formulas.ts';
import { cellsOf } from '../../resources/server/cells.ts';

const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1＋1', '＋1', '－1', '＠SUM(A1)', '|x', '\tx'];
const PLAIN = ['王五', "'引号", '1=1', '１'];
const sheet = () => ({
  name: '学生',
  columns: [{ header: '＝姓名', cell: 'text' as const }],
  rows: [...FORMULAS, ...PLAIN].map((text) => [text]),
});

describe('a cell that a spreadsheet would take for a formula', () => {
  it('has an apostrophe in CSV, also with the full-width signs, which an import removes', async () => {
    const lines = (await buffer(SHEET_FORMATS.csv.write(sheet()))).toString('utf8').slice(1).trimEnd().split('\r\n');
    const cells = lines.map((line) => line.replace(/^"(.*)"$/, '$1'));
    expect(cells).toEqual([...['＝姓名', ...FORMULAS].map((text) => `'${text}`), ...PLAIN]);
    expect(cells.slice(1).map(unescapeFormula)).toEqual([...FORMULAS, ...PLAIN]);
  });

  it('is a text in a workbook, in a column with text format', async () => {
    const [, ...rows] = cellsOf(await buffer(SHEET_FORMATS.xlsx.write(sheet())));
    for (const [cell] of rows) {
      expect(['inlineStr', 's']).toContain(cell?.type);
      expect(cell).toMatchObject({ formula: false, format: '@' });
    }
  });
});

import type { CellValue } from 'hucre/xlsx';
import { beforeAll, expect, it } from 'vitest';
import { book, csv, Importing } from '../../../platform/imports/server/support.ts';
import {
  dataOf,
  refusalOf,
  useClient,
  useVerifiedClient,
  type Listed,
  type Row,
} from '../../../platform/resources/server/support.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const SHEET = '/v1/portal/schema_studio/sheet';
const STUDIO = '/v1/portal/schema_studio/resources';
const ROWS = '/v1/portal/x/toys';

interface Column {
  header: string;
  field: Row;
  filled: number;
  distinct: boolean;
  examples: string[];
}

describeApi('a resource from a spreadsheet', (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2001, 4);
  const other = useClient(server, 2001, 5);
  const read = async (file: Buffer) => dataOf<{ rows: number; columns: Column[] }>(await admin().post(SHEET, file));
  const refused = async (file: Buffer) => {
    const answer = await admin().post(SHEET, file);
    return [answer.status, refusalOf(answer).message];
  };
  let pupils: Row[];
  let table: CellValue[][];
  beforeAll(async () => {
    pupils = dataOf<Listed>(await admin().get('/v1/portal/students?size=6')).items;
    table = [
      ['编号', '玩具', '购买日期', '单价', '数量', '好用', '状况', '借给学生'],
      ...pupils.map((pupil, i): CellValue[] => [
        `T-${i + 1}`,
        `玩具${i + 1}`,
        new Date(Date.UTC(2026, 0, i + 1)),
        12.5 + i,
        i + 1,
        i % 2 === 0 ? '是' : '否',
        i % 2 === 0 ? '完好' : '旧',
        String(pupil['student_no']),
      ]),
    ];
  });

  it('tells the columns with their meaning, below titles and from text too', async () => {
    const { rows, columns } = await read(await book([['沙盘玩具登记表'], ...table]));
    expect(rows).toBe(6);
    expect(
      columns.map(({ header, field, distinct }) => [
        header,
        field['x-kind'] ?? field['format'] ?? (field['enum'] ? 'enum' : field['type']),
        distinct,
      ]),
    ).toEqual([
      ['编号', 'string', true],
      ['玩具', 'string', true],
      ['购买日期', 'date', true],
      ['单价', 'number', true],
      ['数量', 'integer', true],
      ['好用', 'boolean', false],
      ['状况', 'enum', false],
      ['借给学生', 'row', true],
    ]);
    expect(columns[0]?.examples).toEqual(['T-1', 'T-2', 'T-3']);
    const text = await read(
      csv(table.map((row) => row.map((cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : cell)))),
    );
    expect(text.columns.map(({ field }) => field)).toEqual(columns.map(({ field }) => field));
  });

  it('takes a column for students only where most of it names some that the reader may see', async () => {
    const { columns } = await read(
      await book([['学生', '姓名'], ...pupils.map((pupil, i) => [`某人${i}`, String(pupil['child_name'])])]),
    );
    expect(columns.map(({ field }) => field['x-of'])).toEqual([undefined, 'student']);
  });

  it('is created, published and filled with the rows of the file by the import', async () => {
    const { columns } = await read(await book(table));
    const [label, ...others] = columns;
    expect((await admin().post(STUDIO, { entity: 'toys', title: '玩具', label: label?.header })).status).toBe(201);
    const overlay = {
      properties: Object.fromEntries(
        others.map(({ header, field }, i) => [
          `c_${i}`,
          {
            ...field,
            title: header,
            'x-list': { order: i + 2 },
            'x-form': { on: ['create', 'edit'], order: i + 2 },
            'x-sheet': { import: true, export: true },
          },
        ]),
      ),
    };
    const { seen } = dataOf(await admin().post(`${STUDIO}/toys/impact`, { overlay }));
    expect((await admin().post(`${STUDIO}/toys/publish`, { overlay, version: 0, seen, note: '' })).status).toBe(200);
    const importing = new Importing(server(), admin(), ROWS);
    expect((await importing.preview(await book(table))).rows).toMatchObject({ new: 6, wrong: 0 });
    await admin().post(`${ROWS}/import/${importing.id}/write`, {});
    await importing.settled();
    const { items } = dataOf<Listed>(await admin().get(`${ROWS}?sort=name`));
    expect(items[0]).toMatchObject({
      name: 'T-1',
      c_1: '2026-01-01',
      c_2: 12.5,
      c_3: 1,
      c_4: true,
      'c_6:name': pupils[0]?.['child_name'],
    });
  });

  it('refuses files that cannot be a table, and says why', async () => {
    expect(await refused(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))).toEqual([400, expect.stringContaining('.xls')]);
    expect(await refused(Buffer.from('PK\u0003\u0004broken'))).toEqual([400, expect.stringMatching(/损坏|读不出来/)]);
    expect(
      await refused(
        await book([
          ['名称', '名 称'],
          ['甲', '乙'],
        ]),
      ),
    ).toEqual([400, expect.stringContaining('列名重复')]);
    expect(await refused(await book([['名称', '数量']]))).toEqual([400, '表头下面没有内容']);
    expect(await refused(await book([Array.from({ length: 61 }, (_, i) => `列${i}`), ['1']]))).toEqual([
      400,
      expect.stringContaining('最多 60 列'),
    ]);
    expect(
      await refused(
        await book([
          [1, 2],
          [3, 4],
        ]),
      ),
    ).toEqual([400, expect.stringContaining('没有找到表头')]);
    expect(await refused(Buffer.from('名称,数量\n甲,1\n乙,,2\n'))).toEqual([
      400,
      expect.stringContaining('第 3 行的内容写到了第 3 列，表头只有 2 列'),
    ]);
    const long = Buffer.from(`名称\n${'甲\n'.repeat(50_100)}`);
    expect(await refused(long)).toEqual([400, expect.stringContaining('50,000')]);
    expect((await admin().post(SHEET, Buffer.alloc(0))).status).toBe(400);
  });

  it('is for those who may create resources', async () => {
    const file = await book(table);
    expect((await other().post(SHEET, file)).status).toBe(403);
  });
});

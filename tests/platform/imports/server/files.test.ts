import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { useServer } from '../../../support/server.ts';
import { textsOf, unzip } from '../../resources/server/cells.ts';
import { useClient } from '../../resources/server/support.ts';
import { zipOf } from '../../sheets/server/hostile-files.ts';
import { book, csv, Importing } from './support.ts';

const HEADER = ['姓名', '学号', '性别', '班级', '出生日期', '手机号码', '身份证号'];
let taken = 0;
/** A student with an unused number. */
const student = (
  change: Partial<Record<'no' | 'sex' | 'class' | 'born' | 'mobile' | 'card', string | number | Date>> = {},
) =>
  [
    '王五',
    change.no ?? `F${String(++taken).padStart(5, '0')}`,
    change.sex ?? '男',
    change.class ?? '初一（1）班',
    change.born ?? '2013-05-20',
    change.mobile ?? '',
    change.card ?? '',
  ] as (string | number | Date)[];

describe('a file to import', () => {
  const server = useServer('embedded');
  const admin = useClient(server, 2001, 4);
  const start = () => new Importing(server(), admin());
  const read = (file: Buffer, name?: string) => start().preview(file, undefined, name);
  /** The outcome of each line of a sheet, in short form. */
  const outcome = async (file: Buffer, name?: string) => {
    const run = start();
    const { status, problem, rows } = await run.preview(file, undefined, name);
    return {
      status,
      problem,
      ...rows,
      messagesFor: status === 'ready' ? (await run.rows('wrong')).flatMap(({ messages }) => messages) : [],
    };
  };

  it('may have its header anywhere in the first rows, under titles and over merged cells', async () => {
    const rows = [
      ['青禾市第一中学新生登记表'],
      [],
      ['基本信息', null, null, null, null, '联系方式'],
      ['*姓名', '学 号', '性别（必选）', '班级', '出生日期：', '手机号码', '身份证号'],
      student(),
    ];
    expect(
      await outcome(
        await book(rows, {
          merges: [
            { startRow: 0, startCol: 0, endRow: 0, endCol: 6 },
            { startRow: 2, startCol: 0, endRow: 2, endCol: 4 },
          ],
        }),
      ),
    ).toMatchObject({ status: 'ready', total: 1, new: 1 });
    const merged = [
      ['姓名', '学号', '性别', '班级', '联系方式', null],
      [null, null, null, null, '手机号码', '身份证号'],
      ['王五', `M${++taken}`, '男', '初一（1）班', '13900001111', ''],
    ];
    expect(
      await outcome(
        await book(merged, {
          merges: [0, 1, 2, 3].map((column) => ({ startRow: 0, endRow: 1, startCol: column, endCol: column })),
        }),
      ),
    ).toMatchObject({ status: 'ready', total: 1, new: 1 });
  });

  it('may have ghost rows and columns, other sheets before the table, and a hidden one', async () => {
    const ghosts = Array.from({ length: 3000 }, () => ['', null, '   ', null, null, null, null, null, null, ' ']);
    expect(await outcome(await book([HEADER, student(), ...ghosts, student(), ...ghosts]))).toMatchObject({
      status: 'ready',
      total: 2,
      new: 2,
    });
    const table = { name: '名单', rows: [HEADER, student()] };
    const bytes = await writeXlsx({
      sheets: [
        { name: '说明', rows: [['请填写'], ['谢谢']] },
        { name: '旧', hidden: true, rows: [HEADER, student(), student()] },
        table,
      ],
    });
    expect(await outcome(Buffer.from(bytes))).toMatchObject({ status: 'ready', total: 1, new: 1 });
  });

  it('may be CSV in UTF-8 with and without mark, in GB18030, in UTF-16, with tabs or semicolons', async () => {
    const text = () => csv([HEADER, student()]).toString();
    const gbk = Buffer.from('d0d5c3fb2cd1a7bac52cd0d4b1f00a', 'hex'); // 姓名,学号,性别
    const rows: Record<string, Buffer> = {
      plain: Buffer.from(text()),
      marked: Buffer.from(`\ufeff${text()}`),
      'utf-16': Buffer.from(`\ufeff${text()}`, 'utf16le'),
      tabs: Buffer.from(text().replaceAll(',', '\t')),
      semicolons: Buffer.from(text().replaceAll(',', ';')),
      gb18030: Buffer.concat([
        gbk,
        Buffer.from('cdf5cee52c', 'hex'),
        Buffer.from(`G${++taken},`),
        Buffer.from('c4d0', 'hex'),
      ]), // 王五,G…,男
    };
    for (const [what, file] of Object.entries(rows))
      expect({ what, ...(await outcome(file, '名单.csv')) }).toMatchObject({ what, status: 'ready', total: 1, new: 1 });
  });

  it('has dates as people and sheets write them, and full-width digits and spaces', async () => {
    const born = [
      '2013-05-20',
      '2013/5/20',
      '2013.5.20',
      '2013年5月20日',
      '20130520',
      20130520,
      new Date('2013-05-20T00:00:00Z'),
      41414,
      '41414',
      '２０１３－０５－２０',
      '2013-05-20 00:00:00',
    ];
    const run = start();
    expect(
      await run.preview(
        await book([HEADER, ...born.map((day) => student({ born: day, mobile: ' １３９０００００００１　' }))]),
      ),
    ).toMatchObject({ rows: { new: born.length, wrong: 0 } });
    for (const { cells } of await run.rows('new'))
      expect(cells.filter(({ field }) => field === 'born_on' || field === 'mobile').map(({ text }) => text)).toEqual([
        '2013-05-20',
        '139****0001',
      ]);
    expect(
      (
        await outcome(
          await book([
            HEADER,
            student({ born: '05/06/2013' }),
            student({ born: '2013-13-01' }),
            student({ born: 'abc' }),
          ]),
        )
      ).messagesFor,
    ).toHaveLength(3);
  });

  it('refuses a number whose digits the sheet has already lost, and accepts one with all digits', async () => {
    const { messagesFor } = await outcome(
      await book([
        HEADER,
        student({ card: 110_101_201_305_201_230 }),
        student({ card: '1.10101E+17' }),
        student({ no: 20_260_101_001 }),
        student({ card: '110101201305201234' }),
      ]),
    );
    expect(messagesFor).toEqual([
      '身份证号：这一格是超过 15 位的数字，位数已被表格软件改动，请把这一列设为“文本”格式，再重新填写',
      '身份证号：“1.10101E+17”是科学记数法，位数已被表格软件改动，请把这一列设为“文本”格式，再重新填写',
    ]);
  });

  it.each([
    ['CSV', async (rows: (string | number | Date)[][]) => csv(rows)],
    ['a workbook', async (rows: (string | number | Date)[][]) => book(rows)],
  ])('of %s with a row of more cells than titles names the row and nothing else about it', async (_, fileOf) => {
    const [name, ...rest] = student();
    const run = start();
    const rows = [HEADER, student(), [name ?? '', '', ...rest.slice(0, -1), '110101201305201234'], student()];
    expect(await run.preview(await fileOf(rows), undefined, '名单')).toMatchObject({ rows: { new: 2, wrong: 1 } });
    const told =
      '第 3 行的内容写到了第 8 列，表头只有 7 列：请检查各格是否错位（CSV 文件中，文字里的逗号要用双引号括起），并删去多出的内容';
    expect((await run.rows('wrong')).map(({ row, messages }) => [row, messages])).toEqual([[3, [told]]]);
    // The column of errors stands behind what is too much, and is itself not too much.
    const again = start();
    await again.preview((await run.file()).body);
    expect((await again.rows('wrong')).map(({ messages }) => messages)).toEqual([[told]]);
  });

  it('reports rows that repeat others, and the error of each code and class', async () => {
    const first = student();
    const { messagesFor } = await outcome(
      await book([HEADER, first, student({ sex: '不详' }), student({ class: '初九班' }), first]),
    );
    expect(messagesFor).toEqual([
      '性别：没有“不详”这个选项，可以填写：男、女',
      '班级：没有“初九班”，或者它不在您的管理范围内',
      `与第 2 行重复：${String(first[1])}`,
    ]);
  });

  it.each(['班级名称', '班级', 'class_id', 'class_name', '所在班级', '行政班（必填）'])(
    'knows the class by the header %s',
    async (header) => {
      const run = start();
      const { columns, rows } = await run.preview(
        await book([HEADER.map((name) => (name === '班级' ? header : name)), student()]),
      );
      expect([columns, rows.new]).toEqual([{ unknown: [], ignored: [] }, 1]);
      const [line] = await run.rows('new');
      expect(line?.cells.find(({ field }) => field === 'class_id')?.text).toBe('初一（1）班');
    },
  );

  it('warns about a file without classes, which may be written nevertheless', async () => {
    const run = start();
    const without = (row: (string | number | Date)[]) => row.filter((_, i) => HEADER[i] !== '班级');
    const found = await run.preview(await book([without(HEADER), without(student())]));
    expect([found.status, found.columns]).toEqual(['ready', { unknown: [], ignored: [], absent: ['班级'] }]);
    expect(await run.write()).toMatchObject({ status: 'done', written: { created: 1 } });
  });

  it('reports unknown columns, and omits them only on an explicit request', async () => {
    const run = start();
    const found = await run.preview(
      await book([
        [...HEADER, '家长微信', '学籍状态'],
        [...student(), 'wx', '在读'],
      ]),
    );
    expect(found.columns).toEqual({ unknown: ['家长微信'], ignored: ['学籍状态'] });
    const refused = await run.act('write', {});
    expect([refused.status, refused.json.message]).toEqual([400, '文件中有不认识的列：家长微信。请确认不导入这些列']);
    expect(await run.write({ ignore: ['家长微信'] })).toMatchObject({ status: 'done', written: { created: 1 } });
  });

  it.each<[string, () => Promise<Buffer> | Buffer, string]>([
    [
      'without a required column',
      () =>
        book([
          ['姓名', '性别'],
          ['王五', '男'],
        ]),
      '缺少必填的列：学号',
    ],
    [
      'without a required column that its rows may have',
      () =>
        csv([
          ['姓名', '', ''],
          ['王五', 'S1', '男'],
        ]),
      '缺少必填的列：学号。第 2 行的内容写到了第 3 列，表头只有 1 列：请检查各格是否错位（CSV 文件中，文字里的逗号要用双引号括起），并删去多出的内容',
    ],
    [
      'with a column twice',
      () =>
        book([
          [...HEADER, '姓名'],
          [...student(), '王六'],
        ]),
      '列名重复：姓名，不知道以哪一列为准',
    ],
    [
      'without a header',
      () =>
        book([
          ['a', 'b'],
          ['c', 'd'],
        ]),
      '没有找到表头：前 20 行里要有一行写着学生的列名，请对照模板检查',
    ],
    ['with nothing below the header', () => book([HEADER]), '表头下面没有内容'],
    [
      'that is a picture',
      () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]),
      '这不是表格文件，或者文字的编码无法识别：请上传 .xlsx，或者以 UTF-8 或 GBK 编码保存的 .csv',
    ],
    [
      'of the old kind, or with a password',
      () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      '这是旧版 .xls 或加了密码的文件：请另存为没有密码的 .xlsx 后再上传',
    ],
    [
      'that is a zip of something else',
      () => zipOf([{ name: 'readme.txt', content: Buffer.from('hello') }]),
      '这不是 Excel 工作簿：请上传 .xlsx 或 .csv 文件',
    ],
    [
      'that is cut off',
      async () => (await book([HEADER, student()])).subarray(0, 900),
      '文件已损坏，打不开：请用表格软件重新另存为 .xlsx 后再上传',
    ],
    [
      'that unpacks to a flood',
      () => zipOf([{ name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(200 * 2 ** 20) }]),
      '这个文件解开后太大，不能导入：请只保留要导入的工作表，另存后再上传',
    ],
    [
      'that unpacks to a flood and denies it',
      () => zipOf([{ name: '[Content_Types].xml', content: Buffer.alloc(200 * 2 ** 20), declared: 1000 }]),
      '这不是 Excel 工作簿：请上传 .xlsx 或 .csv 文件',
    ],
  ])('is refused with its reason %s', async (_, make, problem) => {
    expect(await read(await make())).toMatchObject({ status: 'refused', problem, can: { write: false, undo: false } });
  });

  it('of no bytes, or of too many, is refused at once', async () => {
    expect((await start().send(Buffer.alloc(0))).status).toBe(400);
    expect((await start().send(Buffer.alloc(21 * 2 ** 20))).status).toBe(413);
  });

  it('has at most 50,000 rows, which are read without keeping others waiting', async () => {
    const many = (count: number) =>
      csv([['姓名', '学号'], ...Array.from({ length: count }, (_, i) => ['赵', `L${i}`])]);
    expect(await read(many(50_001), 'x.csv')).toMatchObject({
      status: 'refused',
      problem: '一次最多导入 50,000 行，请分成几个文件',
    });
    const run = start();
    await run.send(many(50_000), undefined, 'x.csv');
    let longest = 0;
    const began = performance.now();
    const reading = server().services.jobs.idle();
    for (let done = false; !done;) {
      const from = performance.now();
      done = await Promise.race([
        reading.then(() => true),
        admin()
          .get('/v1/portal/classes?size=1')
          .then(() => false),
      ]);
      longest = Math.max(longest, performance.now() - from);
    }
    expect(await run.now()).toMatchObject({ status: 'ready', rows: { total: 50_000, new: 50_000 } });
    // Other work of the machine delays the reading as well.
    expect(longest).toBeLessThan(Math.max(3000, (performance.now() - began) / 4));
  }, 240_000);

  it('is read and never computed: of a formula its last value counts', async () => {
    const row = student();
    const file = await book([HEADER, row], {
      cells: new Map([
        ['1,0', { value: '王五', formula: 'HYPERLINK("http://evil.example","王五")', formulaResult: '王五' }],
      ]),
    });
    const run = start();
    expect(await run.preview(file)).toMatchObject({ rows: { new: 1 } });
    expect((await run.rows('new'))[0]?.label).toBe('王五');
  });

  it('is returned with one more column for the errors, and otherwise unchanged', async () => {
    const wrong = student({ sex: '不详' });
    const note = { name: '备注页', rows: [['不要动这里', 42]] };
    const run = start();
    await run.preview(
      await book(
        [['新生名单'], HEADER, student(), wrong],
        { columns: HEADER.map(() => ({ width: 20 })), freezePane: { rows: 2 } },
        [note],
      ),
      undefined,
      '新生.xlsx',
    );
    const { body, headers } = await run.file();
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain('新生_错误说明.xlsx');
    const texts = textsOf(body);
    expect(texts[0]?.[0]).toBe('新生名单');
    expect(texts[1]).toEqual([...HEADER, '错误说明']);
    expect(texts[2]).toHaveLength(texts[1]!.length - 1);
    expect(texts[3]?.at(-1)).toBe('性别：没有“不详”这个选项，可以填写：男、女');
    const parts = unzip(body);
    expect(parts.get('xl/workbook.xml')).toContain('备注页');
    expect(parts.get('xl/worksheets/sheet1.xml')).toMatch(/ySplit="2"/);
    expect(parts.get('xl/worksheets/sheet1.xml')).toContain('<col min="8" max="8" width="48" customWidth="1"/>');

    // Corrected and uploaded again: the error column is recognised, its old text removed, and new errors written.
    const again = start();
    expect(await again.preview(body)).toMatchObject({ rows: { new: 1, wrong: 1 }, columns: { unknown: [] } });
    expect(textsOf((await again.file()).body)[1]).toEqual([...HEADER, '错误说明']);
  });

  it('of CSV is returned as CSV', async () => {
    const run = start();
    await run.preview(csv([HEADER, student(), student({ sex: '不详' })]), undefined, '新生.csv');
    const { text, headers } = await run.file();
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text.split('\r\n').map((line) => line.split(',').at(-1))).toEqual([
      '错误说明',
      '',
      '性别：没有“不详”这个选项，可以填写：男、女',
    ]);
  });
});

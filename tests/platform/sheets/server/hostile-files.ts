import { deflateRawSync } from 'node:zlib';

const MIB = 2 ** 20;

export interface ZipPart {
  name: string;
  content: Buffer;
  /** Declared unpacked size, where it is not the real one. */
  declared?: number;
  /** Name in the local header, where it is not the same. */
  localName?: string;
}

/** A zip archive, as its parts describe it. */
export function zipOf(parts: readonly ZipPart[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, declared = content.length, localName = name } of parts) {
    const data = deflateRawSync(content);
    const local = Buffer.alloc(30);
    local.write('PK\u0003\u0004', 'latin1');
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(data.length, 18);
    local.writeUInt32LE(declared, 22);
    local.writeUInt16LE(localName.length, 26);
    const central = Buffer.alloc(46);
    central.write('PK\u0001\u0002', 'latin1');
    central.writeUInt16LE(8, 10);
    central.writeUInt32LE(data.length, 20);
    central.writeUInt32LE(declared, 24);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE(at, 42);
    files.push(local, Buffer.from(localName), data);
    directory.push(central, Buffer.from(name));
    at += local.length + localName.length + data.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, ...directory, end]);
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const part = (name: string, content: string | Buffer): ZipPart => ({ name, content: Buffer.from(content) });

/** The parts of a workbook of one sheet with these rows, as XML. */
export const bookParts = (rows: string | Buffer, strings = '<si><t>姓名</t></si><si><t>学号</t></si>'): ZipPart[] => [
  part('[Content_Types].xml', `${XML}<Types/>`),
  part(
    '_rels/.rels',
    `${XML}<Relationships><Relationship Id="rId1" Type="${REL}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ),
  part('xl/workbook.xml', `${XML}<workbook><sheets><sheet name="学生" sheetId="1" r:id="rId1"/></sheets></workbook>`),
  part(
    'xl/_rels/workbook.xml.rels',
    `${XML}<Relationships><Relationship Id="rId1" Type="${REL}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${REL}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="${REL}/styles" Target="styles.xml"/></Relationships>`,
  ),
  part('xl/sharedStrings.xml', `${XML}<sst>${strings}</sst>`),
  part('xl/styles.xml', `${XML}<styleSheet><cellXfs count="1"><xf numFmtId="0"/></cellXfs></styleSheet>`),
  part(
    'xl/worksheets/sheet1.xml',
    Buffer.concat([
      Buffer.from(`${XML}<worksheet><sheetData>`),
      Buffer.from(rows),
      Buffer.from('</sheetData></worksheet>'),
    ]),
  ),
];

export const HEADER = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>';
const around = (before: string, fill: Buffer, after: string) =>
  Buffer.concat([Buffer.from(before), fill, Buffer.from(after)]);
const changed = (name: string, change: (part: ZipPart) => ZipPart): ZipPart[] =>
  bookParts(HEADER).map((part) => (part.name === name ? change(part) : part));
const replaced = (name: string, content: Buffer) => changed(name, (part) => ({ ...part, content }));

const STRINGS = 'xl/sharedStrings.xml';
const LONG = 120 * MIB;
/** Text that packs to a fiftieth, so that the ratio alone does not give it away. */
const filling = (bytes: number) =>
  Buffer.alloc(bytes, Array.from({ length: 400 }, (_, i) => ((i * 7919) % 10_007).toString(36)).join(''));

const TOO_BIG = '这个文件解开后太大，不能导入：请只保留要导入的工作表，另存后再上传';
const DAMAGED = '文件已损坏，打不开：请用表格软件重新另存为 .xlsx 后再上传';
const UNREADABLE = '工作簿的内容已损坏，读不出来：请用表格软件重新另存为 .xlsx 后再上传';
const cellTooLong = (where: string) => `${where}有一个单元格超过 32,767 个字符，不能导入：请删减后再上传`;

/** Files that are small and cost much, and the reason that is shown for each. */
export const HOSTILE: readonly { what: string; name: string; make: () => Buffer; problem: string }[] = [
  {
    what: 'one huge cell in the sheet',
    name: 'cell.xlsx',
    make: () =>
      zipOf(bookParts(around(`${HEADER}<row r="2"><c r="A2" t="str"><v>`, Buffer.alloc(LONG, 'A'), '</v></c></row>'))),
    problem: cellTooLong('第 2 行'),
  },
  {
    what: 'one huge shared string',
    name: 'string.xlsx',
    make: () => zipOf(replaced(STRINGS, around('<sst><si><t>', Buffer.alloc(100 * MIB, 'A'), '</t></si></sst>'))),
    problem: cellTooLong('文件里'),
  },
  {
    what: 'one huge inline string',
    name: 'inline.xlsx',
    make: () =>
      zipOf(
        bookParts(around(`${HEADER}<row r="2"><c r="A2" t="inlineStr"><is><t>`, filling(LONG), '</t></is></c></row>')),
      ),
    problem: cellTooLong('第 2 行'),
  },
  {
    what: 'one string of millions of runs',
    name: 'runs.xlsx',
    make: () =>
      zipOf(replaced(STRINGS, around('<sst><si>', Buffer.alloc(100 * MIB, '<r><rPr><b/></rPr><t>a</t></r>'), ''))),
    problem: cellTooLong('文件里'),
  },
  {
    what: 'millions of shared strings',
    name: 'strings.xlsx',
    make: () =>
      zipOf(
        replaced(
          STRINGS,
          Buffer.from(`<sst>${Array.from({ length: 4_000_000 }, (_, i) => `<si><t>${i}</t></si>`).join('')}</sst>`),
        ),
      ),
    problem: TOO_BIG,
  },
  {
    what: 'millions of nested tags',
    name: 'deep.xlsx',
    make: () => zipOf(bookParts(Buffer.alloc(90 * MIB, '<a>'))),
    problem: UNREADABLE,
  },
  {
    what: 'huge styles',
    name: 'styles.xlsx',
    make: () =>
      zipOf(
        replaced(
          'xl/styles.xml',
          around('<styleSheet><cellXfs>', Buffer.alloc(30 * MIB, '<xf numFmtId="14"><alignment/></xf>'), ''),
        ),
      ),
    problem: TOO_BIG,
  },
  {
    what: 'many parts',
    name: 'parts.xlsx',
    make: () => zipOf([...bookParts(HEADER), ...Array.from({ length: 20_000 }, (_, i) => part(`xl/media/${i}`, 'x'))]),
    problem: TOO_BIG,
  },
  {
    what: 'a sheet that is larger than it says',
    name: 'lying.xlsx',
    make: () =>
      zipOf(changed('xl/worksheets/sheet1.xml', (part) => ({ ...part, content: filling(LONG), declared: 1000 }))),
    problem: DAMAGED,
  },
  {
    what: 'a huge attribute',
    name: 'attribute.xlsx',
    make: () => zipOf(bookParts(around(`${HEADER}<row r="2" x="`, filling(LONG), '"/>'))),
    problem: cellTooLong('第 1 行'),
  },
  {
    what: 'a part that is listed twice',
    name: 'twice.xlsx',
    make: () => zipOf([...bookParts(HEADER), part(STRINGS, '<sst/>')]),
    problem: DAMAGED,
  },
  {
    what: 'a part with two names',
    name: 'names.xlsx',
    make: () => zipOf(changed(STRINGS, (part) => ({ ...part, localName: 'xl/otherStrings.xml' }))),
    problem: DAMAGED,
  },
  {
    what: 'one long text in every cell',
    name: 'repeated.xlsx',
    make: () =>
      zipOf(
        bookParts(
          HEADER +
            Array.from(
              { length: 50_000 },
              (_, i) => `<row r="${i + 2}"><c t="s"><v>2</v></c><c t="s"><v>2</v></c></row>`,
            ).join(''),
          `<si><t>姓名</t></si><si><t>学号</t></si><si><t>${'长'.repeat(32_767)}</t></si>`,
        ),
      ),
    problem: TOO_BIG,
  },
  {
    what: 'a CSV file with a giant field',
    name: 'field.csv',
    make: () => around('姓名,学号\r\n"', Buffer.alloc(4 * MIB, 'A'), '",1\r\n'),
    problem: cellTooLong('第 2 行'),
  },
];

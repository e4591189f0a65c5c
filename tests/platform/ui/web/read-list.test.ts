import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { ListError, readList } from '../../../../src/platform/ui/web/list-file/read-list.ts';

const csv = (text: string) => new Blob([text]);
const reasonOf = (file: Blob, max = 10) =>
  readList(file, max).then(
    () => 'read',
    (error: unknown) => (error instanceof ListError ? error.reason : error),
  );

describe('a list of accounts', () => {
  it('is the column with a known heading, else the first; without duplicates', async () => {
    expect(await readList(csv('姓名,学号\r\n甲,2026001\r\n乙,2026002\r\n丙,2026001\r\n,\r\n'), 10)).toEqual([
      '2026001',
      '2026002',
    ]);
    expect(await readList(csv('o2001s1\n o2001s2 \n\n'), 10)).toEqual(['o2001s1', 'o2001s2']);
    expect(await readList(csv('学号,登录账号\n1,a\n'), 10)).toEqual(['a']);
  });

  it('may start with a byte order mark, be quoted, or have the encoding of Chinese spreadsheets', async () => {
    expect(await readList(csv('\uFEFF学号\n"2026001"\n'), 10)).toEqual(['2026001']);
    // 学号 in GB18030.
    const bytes = Uint8Array.from([0xd1, 0xa7, 0xba, 0xc5, 0x0a, ...new TextEncoder().encode('2026001')]);
    expect(await readList(new Blob([bytes]), 10)).toEqual(['2026001']);
  });

  it('may be a spreadsheet, with numbers as text or numbers', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: '名单',
          rows: [
            ['姓名', '学号'],
            ['甲', '0012'],
            ['乙', 2026002],
            [null, null],
          ],
        },
      ],
    });
    expect(await readList(new Blob([bytes.slice()]), 10)).toEqual(['0012', '2026002']);
  });

  it('is refused with a reason', async () => {
    expect(await reasonOf(csv('\n\n'))).toBe('empty');
    expect(await reasonOf(csv('1\n2\n3'), 2)).toBe('tooMany');
    expect(await reasonOf(csv('PK\u0003\u0004 no sheet at all'))).toBe('unreadable');
    expect(await reasonOf(csv('x'.repeat(2 * 1024 * 1024 + 1)))).toBe('tooLarge');
  });
});

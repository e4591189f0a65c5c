import { describe, expect, it } from 'vitest';
import { sourcesIn } from './support/sources.ts';

const WRITERS: Readonly<Record<string, RegExp>> = {
  'src/platform/pdf/server/write-pdf.ts': /\bpdfWriter\b/,
  'src/platform/sheets/server/write-xlsx.ts': /\bwriteXlsx\b/,
  'src/platform/sheets/server/write-csv.ts': /\bwriteCsv\b/,
  'src/platform/sheets/server/formats.ts': /\bSHEET_FORMATS\b/,
};
/** What puts a mark into a file: the writers that take one, and its parts for those that write by themselves. */
const MARKS = /\b(markedPdf|markedSheet|markSheet|markFoot)\(/;

/** Files that write without a mark, with the reason. */
const WITHOUT_MARK: Readonly<Record<string, string>> = {
  'src/features/passwords/server/password-sheet.ts': 'passwords must not be connected to a log entry by a code',
  'src/platform/sheets/server/formats.ts': 'names the writers; whoever uses it is held by this test',
  'src/platform/file-codes/server/marked-sheet.ts': 'is the writer that takes a mark',
};

const sources = sourcesIn('src/app', 'src/features', 'src/platform');
const writing = sources.filter(({ text, imports }) =>
  imports.some(({ to, kind }) => {
    const name = WRITERS[to];
    return name !== undefined && kind !== 'type' && new RegExp(`${name.source}[\\s\\S]*${name.source}`).test(text);
  }),
);

describe('a file that is handed to a person', () => {
  it('carries its mark, whoever writes it', () => {
    const marked = new Set(Object.keys(WITHOUT_MARK));
    expect(writing.filter(({ file, text }) => !marked.has(file) && !MARKS.test(text)).map(({ file }) => file)).toEqual(
      [],
    );
  });

  it('is written in the known places, so that the test looks at something', () => {
    const files = writing.map(({ file }) => file);
    expect(files).toContain('src/platform/file-codes/server/marked-pdf.ts');
    expect(files).toContain('src/features/result-exports/server/pack-results.ts');
    expect(Object.keys(WITHOUT_MARK).filter((file) => !files.includes(file))).toEqual([]);
  });

  it('comes from the writers of the platform', () => {
    const compiling = sources.filter(({ imports }) => imports.some(({ to }) => to.startsWith('@myriaddreamin/')));
    expect(compiling.map(({ file }) => file)).toEqual(['src/platform/pdf/server/write-pdf.ts']);
    const sheets = sources.filter(
      ({ text, imports }) => imports.some(({ to }) => to.startsWith('hucre')) && /\bwrite(Xlsx|Csv)/.test(text),
    );
    expect(sheets.filter(({ file }) => !file.startsWith('src/platform/sheets/')).map(({ file }) => file)).toEqual([]);
  });

  it('is marked in features by the mark of its export, not by one made of thin air', () => {
    const made = sources.filter(({ file, text }) => file.startsWith('src/features/') && /\bnewMark\(/.test(text));
    expect(made.map(({ file }) => file)).toEqual(['src/features/exports/server/mark-of-task.ts']);
  });
});

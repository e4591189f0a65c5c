/** Failure of reading a list; `reason` is the key of its text. */
export class ListError extends Error {
  readonly reason: 'tooLarge' | 'unreadable' | 'empty' | 'tooMany';
  constructor(reason: ListError['reason'], cause?: unknown) {
    super(reason, { cause });
    this.name = 'ListError';
    this.reason = reason;
  }
}

const BYTES_MAX = 2 * 1024 * 1024;
/** The column with one of these headings is read, else the first. */
const HEADINGS = ['登录账号', '登录名', '账号', '学号', '姓名'];

/** Decodes UTF-8, else GB 18030, which spreadsheets in China use for CSV. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

const isSheet = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b;

async function rowsOf(bytes: Uint8Array): Promise<unknown[][]> {
  if (!isSheet(bytes))
    return textOf(bytes)
      .replace(/^\uFEFF/, '')
      .split(/\r\n|\r|\n/)
      .map((line) => line.split(/[,;\t，；]/).map((cell) => cell.replace(/^\s*"|"\s*$/g, '')));
  const { readXlsx } = await import('hucre/xlsx');
  return (await readXlsx(bytes)).sheets[0]?.rows ?? [];
}

const cellText = (cell: unknown): string =>
  typeof cell === 'string' || typeof cell === 'number' ? String(cell).trim() : '';

/**
 * Student numbers, account names or names from an XLSX or CSV file, read in the browser; without duplicates, in order.
 *
 * @throws ListError
 */
export async function readList(file: Blob, max: number): Promise<string[]> {
  if (file.size > BYTES_MAX) throw new ListError('tooLarge');
  const rows = await rowsOf(new Uint8Array(await file.arrayBuffer())).catch((cause: unknown) => {
    throw new ListError('unreadable', cause);
  });
  const [first = []] = rows;
  const heads = first.map(cellText);
  const named = HEADINGS.map((heading) => heads.indexOf(heading)).find((at) => at >= 0);
  const all = rows
    .slice(named === undefined ? 0 : 1)
    .map((row) => cellText(row[named ?? 0]).slice(0, 64))
    .filter(Boolean);
  const list = [...new Set(all)];
  if (list.length === 0) throw new ListError('empty');
  if (list.length > max) throw new ListError('tooMany');
  return list;
}

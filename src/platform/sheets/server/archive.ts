import { unzipSync, zipSync, type Unzipped } from 'fflate';
import { UnusableFile } from './messages.ts';

/**
 * Maximum unpacked size of a workbook, in total and per part: far more than 50,000 rows need, far less than a process
 * has.
 */
const UNPACKED_MAX = 160 * 2 ** 20;
const PARTS_MAX = 2000;

const BOMB = '这个文件解开后太大，不能导入：请只保留要导入的工作表，另存后再上传';

/**
 * The parts of a workbook. The declared size is only used as a limit: a part that unpacks to more is refused as
 * damaged.
 *
 * @throws UnusableFile
 */
export function unpack(bytes: Uint8Array): Unzipped {
  let [total, parts] = [0, 0];
  let unpacked: Unzipped;
  try {
    unpacked = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        total += originalSize;
        if (total > UNPACKED_MAX || ++parts > PARTS_MAX) throw new UnusableFile(BOMB);
        return !name.endsWith('/');
      },
    });
  } catch (error) {
    if (error instanceof UnusableFile) throw error;
    throw new UnusableFile('文件已损坏，打不开：请用表格软件重新另存为 .xlsx 后再上传');
  }
  if (!unpacked['[Content_Types].xml'] || !sheetsOf(unpacked).length)
    throw new UnusableFile('这不是 Excel 工作簿：请上传 .xlsx 或 .csv 文件');
  return unpacked;
}

/** Uncompressed, for a reader without size limits. */
export const flat = (parts: Unzipped): Uint8Array => zipSync(parts, { level: 0 });
export const pack = (parts: Unzipped): Uint8Array<ArrayBuffer> =>
  zipSync(parts, { level: 6 }) as Uint8Array<ArrayBuffer>;

export const textOf = (part: Uint8Array | undefined): string => new TextDecoder().decode(part);

const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];

/** The sheets of a workbook in its order: the path of each in the archive, and whether it is visible. */
export function sheetsOf(parts: Unzipped): { path: string; hidden: boolean }[] {
  const targets = new Map(
    [...textOf(parts['xl/_rels/workbook.xml.rels']).matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)].map(([tag]) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target') ?? '',
    ]),
  );
  return [...textOf(parts['xl/workbook.xml']).matchAll(/<(?:\w+:)?sheet\b[^>]*>/g)].map(([tag]) => {
    const target = targets.get(attribute(tag, 'r:id') ?? attribute(tag, '\\w+:id')) ?? '';
    return {
      path: target.startsWith('/') ? target.slice(1) : `xl/${target}`,
      hidden: /^(hidden|veryHidden)$/.test(attribute(tag, 'state') ?? ''),
    };
  });
}

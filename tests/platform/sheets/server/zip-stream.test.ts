import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { ZipTooLarge, zipped, type ZippedPart } from '../../../../src/platform/sheets/server/zip-stream.ts';

const LIMITS = { entries: 3, bytes: 10_000 };
const files = (count: number, bytes: number, stored = true): ZippedPart[] =>
  Array.from({ length: count }, (_, at) => ({ name: `${at}.bin`, pieces: [new Uint8Array(bytes)], stored }));

async function archive(parts: ZippedPart[]): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of zipped(parts, LIMITS)) pieces.push(piece);
  return Buffer.concat(pieces);
}

it('writes an archive within its limits', async () => {
  const found = unzipSync(await archive(files(3, 3000)));
  expect(Object.values(found).map(({ length }) => length)).toEqual([3000, 3000, 3000]);
});

it('writes no archive with more files than the format counts', async () => {
  await expect(archive(files(4, 1))).rejects.toThrow(ZipTooLarge);
});

it('writes no archive with more bytes than the format counts', async () => {
  await expect(archive(files(3, 4000))).rejects.toThrow(ZipTooLarge);
});

it('writes no file that is larger than the format says, however small it becomes', async () => {
  await expect(archive(files(1, 10_001, false))).rejects.toThrow(ZipTooLarge);
});

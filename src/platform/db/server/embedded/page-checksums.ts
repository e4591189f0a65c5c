import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import path from 'node:path';

/** A page of a relation's file whose checksum does not match its content. */
export interface DamagedPage {
  /** Path within the cluster, as `pg_relation_filepath` returns it, without the number of a segment. */
  readonly file: string;
  readonly block: number;
}

const PAGE_BYTES = 8192;
const PAGES_PER_SEGMENT = 131_072;
/** Offsets in a page's header: its checksum, and the end of its free space, which is 0 in a page never used. */
const HEADER = { checksum: 8, upper: 14 };
const LANES = 32;
const FNV_PRIME = 16_777_619;

/** Start values of PostgreSQL's checksum (`storage/checksum_impl.h`). */
const BASE_OFFSETS = Uint32Array.from(
  [
    '5b1f36e9 b8525960 02ab50aa 1de66d2a 79ff467a 9bb9f8a3 217e7cd2 83e13d2c',
    'f8d4474f e39eb970 42c6ae16 993216fa 7b093b5d 98daff3c f718902a 0b1c9cdb',
    'e58f764b 187636bc 5d7b3bb1 e73de7de 92bec979 cca6c0b2 304a0979 85aa43d4',
    '783125bb 6ca8eaa2 e407eac6 4b5cfc3e 9fbf8c76 15ca20be f2ca9fd3 959bd756',
  ].flatMap((line) => line.split(' ').map((hex) => Number.parseInt(hex, 16))),
);

const mix = (sum: number, word: number): number => {
  const mixed = (sum ^ word) >>> 0;
  return (Math.imul(mixed, FNV_PRIME) ^ (mixed >>> 17)) >>> 0;
};

/** PostgreSQL's checksum of a page; the stored checksum counts as 0. */
function checksumOf(page: DataView, block: number): number {
  const sums = Uint32Array.from(BASE_OFFSETS);
  const word = (at: number) =>
    at === HEADER.checksum ? page.getUint32(at, true) & 0xffff0000 : page.getUint32(at, true);
  for (let at = 0; at < PAGE_BYTES; at += 4) {
    const lane = (at / 4) % LANES;
    sums[lane] = mix(sums[lane] ?? 0, word(at));
  }
  const folded = sums.reduce((all, sum) => all ^ mix(mix(sum, 0), 0), 0);
  return (((folded ^ block) >>> 0) % 65_535) + 1;
}

function isDamaged(page: DataView, block: number): boolean {
  if (page.getUint16(HEADER.upper, true) === 0) return false;
  return page.getUint16(HEADER.checksum, true) !== checksumOf(page, block);
}

const RELATION = /^(\d+(?:_(?:fsm|vm|init))?)(?:\.(\d+))?$/;

/** Checks one file; an incomplete last page is none that the engine reads. */
function* damagedIn(cluster: string, folder: string, name: string): Generator<DamagedPage> {
  const [, relation, segment = '0'] = RELATION.exec(name) ?? [];
  if (relation === undefined) return;
  const page = new DataView(new ArrayBuffer(PAGE_BYTES));
  const descriptor = openSync(path.join(cluster, folder, name), 'r');
  try {
    for (let index = 0; readSync(descriptor, page, 0, PAGE_BYTES, index * PAGE_BYTES) === PAGE_BYTES; index++) {
      const block = Number(segment) * PAGES_PER_SEGMENT + index;
      if (isDamaged(page, block)) yield { file: `${folder}/${relation}`, block };
    }
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Verifies the checksum of every page of a cluster: tables, indexes, catalogues. Call it after a checkpoint and while
 * nothing is written.
 */
export function damagedPages(cluster: string): DamagedPage[] {
  const databases = readdirSync(path.join(cluster, 'base')).map((name) => `base/${name}`);
  return ['global', ...databases].flatMap((folder) =>
    readdirSync(path.join(cluster, folder)).flatMap((name) => [...damagedIn(cluster, folder, name)]),
  );
}

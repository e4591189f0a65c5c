/** One operation on the files below the recorded folder. Paths are relative to it. */
export type Operation =
  | { readonly op: 'open'; readonly handle: string; readonly path: string; readonly truncate: boolean }
  | { readonly op: 'write'; readonly handle: string; readonly at: number }
  | { readonly op: 'truncate'; readonly handle: string; readonly size: number }
  /** A sync covers what was written before it began, and holds once it has ended. */
  | { readonly op: 'sync-begins' | 'sync-ended'; readonly handle: string }
  | { readonly op: 'rename' | 'link'; readonly path: string; readonly to: string }
  | { readonly op: 'folder' | 'remove'; readonly path: string }
  /** The program's output: what it acknowledges. */
  | { readonly op: 'print'; readonly text: string };

/** An operation with the bytes it wrote. */
export interface Entry {
  readonly operation: Operation;
  readonly data: Buffer;
}

const LENGTHS = 8;

/** One record: the lengths of both parts, the operation as JSON, the bytes. */
export function encodeEntry({ operation, data }: Entry): Buffer {
  const text = Buffer.from(JSON.stringify(operation));
  const lengths = Buffer.alloc(LENGTHS);
  lengths.writeUInt32LE(text.length);
  lengths.writeUInt32LE(data.length, 4);
  return Buffer.concat([lengths, text, data]);
}

/** The complete records of a journal; the last one may be cut off. */
export function decodeJournal(journal: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + LENGTHS <= journal.length;) {
    const dataAt = at + LENGTHS + journal.readUInt32LE(at);
    const end = dataAt + journal.readUInt32LE(at + 4);
    if (end > journal.length) break;
    const operation = JSON.parse(journal.toString('utf8', at + LENGTHS, dataAt)) as Operation;
    entries.push({ operation, data: journal.subarray(dataAt, end) });
    at = end;
  }
  return entries;
}

// Preloaded into a process, its threads and its child processes (NODE_OPTIONS=--import): writes what they do to the
// files below RECORDED_FOLDER, and what they print, to one journal (RECORDED_TO).
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { isMainThread, threadId } from 'node:worker_threads';
import { encodeEntry, type Operation } from '../../../support/power/journal.ts';

type Callable = (...args: never[]) => unknown;
type Values = readonly unknown[];
/** Called before an operation; what it returns is called after it has succeeded. */
type Describe = (args: Values) => ((result: unknown) => void) | undefined;

const { RECORDED_FOLDER: root = '', RECORDED_TO: journal = '' } = process.env;
const { existsSync, fstatSync, openSync, writeSync } = fs;
const journalDescriptor = openSync(journal, 'a');

function record(operation: Operation, data: Uint8Array = Buffer.alloc(0)): void {
  // One call, so that the records of several threads and processes do not mix.
  const bytes = encodeEntry({ operation, data: Buffer.from(data.buffer, data.byteOffset, data.byteLength) });
  if (writeSync(journalDescriptor, bytes) !== bytes.length) throw new Error('the journal cannot be written');
}

/** Path relative to the recorded folder; undefined outside of it. */
function inRoot(file: unknown): string | undefined {
  const name = file instanceof URL ? file.pathname : String(file);
  const relative = path.relative(root, path.resolve(name));
  return relative.startsWith('..') || path.isAbsolute(relative) ? undefined : relative;
}

/** An open file of this thread. */
interface Open {
  readonly handle: string;
  readonly appends: boolean;
  position: number;
}
const opened = new Map<number, Open>();
let opens = 0;

function remember(descriptor: number, file: string, flags: unknown): void {
  const bits = typeof flags === 'number' ? flags : 0;
  const text = typeof flags === 'string' ? flags : '';
  const handle = `${process.pid}.${threadId}.${++opens}`;
  const truncate = (bits & fs.constants.O_TRUNC) !== 0 || text.startsWith('w');
  opened.set(descriptor, {
    handle,
    appends: (bits & fs.constants.O_APPEND) !== 0 || text.startsWith('a'),
    position: 0,
  });
  record({ op: 'open', handle, path: file, truncate });
}

const bytesOf = (data: unknown, encoding: unknown): Uint8Array => {
  if (typeof data === 'string')
    return Buffer.from(data, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8');
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  throw new Error('the recorder does not know this kind of data');
};

/** Arguments of `write` after the descriptor: a string with its position, or bytes with an offset and a length. */
function written(args: Values): { bytes: Uint8Array; position: number | undefined } {
  const [data, second, third, fourth] = args;
  const asNumber = (value: unknown) =>
    (typeof value === 'number' || typeof value === 'bigint') && value >= 0 ? Number(value) : undefined;
  if (typeof data === 'string') return { bytes: bytesOf(data, third), position: asNumber(second) };
  const all = bytesOf(data, undefined);
  const options = typeof second === 'object' && second !== null ? (second as Record<string, unknown>) : undefined;
  const offset = asNumber(options ? options.offset : second) ?? 0;
  const length = asNumber(options ? options.length : third) ?? all.length - offset;
  return { bytes: all.slice(offset, offset + length), position: asNumber(options ? options.position : fourth) };
}

function recordWrite(descriptor: number, bytes: Uint8Array, position: number | undefined) {
  const file = opened.get(descriptor);
  if (!file) return undefined;
  const at = file.appends ? fstatSync(descriptor).size : (position ?? file.position);
  return (result: unknown) => {
    const count = typeof result === 'number' ? result : bytes.length;
    if (position === undefined) file.position = at + count;
    record({ op: 'write', handle: file.handle, at }, bytes.subarray(0, count));
  };
}

function recordSync(descriptor: number) {
  const file = opened.get(descriptor);
  if (!file) return undefined;
  record({ op: 'sync-begins', handle: file.handle });
  return () => record({ op: 'sync-ended', handle: file.handle });
}

function recordTruncate(descriptor: number, size: unknown) {
  const file = opened.get(descriptor);
  return file && (() => record({ op: 'truncate', handle: file.handle, size: Number(size ?? 0) }));
}

/** Operations that name their file open it for a moment. */
function named(file: string, flags: string, then?: (descriptor: number) => void): void {
  const passing = -++opens;
  remember(passing, file, flags);
  then?.(passing);
  opened.delete(passing);
}

function wholeFile(flags: string): Describe {
  return ([target, data, options]) => {
    const bytes = bytesOf(data, options).slice();
    if (typeof target === 'number') return recordWrite(target, bytes, undefined);
    const file = inRoot(target);
    if (file === undefined) return undefined;
    const at = flags === 'a' && existsSync(String(target)) ? fs.statSync(String(target)).size : 0;
    return () =>
      named(file, flags, (descriptor) => {
        const { handle = '' } = opened.get(descriptor) ?? {};
        record({ op: 'write', handle, at }, bytes);
      });
  };
}

const twoNames =
  (op: 'rename' | 'link'): Describe =>
  ([from, to]) => {
    const [file, target] = [inRoot(from), inRoot(to)];
    if (file === undefined && target === undefined) return undefined;
    if (file === undefined || target === undefined)
      throw new Error(`the recorder does not follow a ${op} across its edge`);
    return () => record({ op, path: file, to: target });
  };

const removal: Describe = ([target]) => {
  const file = inRoot(target);
  return file === undefined || !existsSync(String(target)) ? undefined : () => record({ op: 'remove', path: file });
};

const newFolder: Describe = ([target]) => {
  const file = inRoot(target);
  return file === undefined ? undefined : () => record({ op: 'folder', path: file });
};

const DESCRIBED: Readonly<Record<string, Describe>> = {
  open: ([target, flags]) => {
    const file = inRoot(target);
    return file === undefined
      ? undefined
      : (result) => typeof result === 'number' && remember(result, file, flags ?? 'r');
  },
  close: ([descriptor]) => void opened.delete(Number(descriptor)),
  write: ([descriptor, ...rest]) => {
    if (!opened.has(Number(descriptor))) return undefined;
    const { bytes, position } = written(rest);
    return recordWrite(Number(descriptor), bytes, position);
  },
  fsync: ([descriptor]) => recordSync(Number(descriptor)),
  fdatasync: ([descriptor]) => recordSync(Number(descriptor)),
  ftruncate: ([descriptor, size]) => recordTruncate(Number(descriptor), size),
  truncate: ([target, size]) => {
    const file = inRoot(target);
    return file === undefined ? undefined : () => named(file, 'r+', (passing) => recordTruncate(passing, size)?.());
  },
  writeFile: wholeFile('w'),
  appendFile: wholeFile('a'),
  rename: twoNames('rename'),
  link: twoNames('link'),
  unlink: removal,
  rmdir: removal,
  rm: removal,
  mkdir: newFolder,
  mkdtemp: () => (result) => newFolder([result])?.(result),
};

const refused =
  (name: string): Describe =>
  (args) => {
    if (args.some((arg) => typeof arg === 'string' && inRoot(arg) !== undefined))
      throw new Error(`the recorder does not know ${name}`);
    return undefined;
  };
for (const name of ['copyFile', 'cp', 'symlink', 'writev'])
  (DESCRIBED as Record<string, Describe>)[name] = refused(name);

/** Node's own functions call each other: only the outermost is recorded. */
let depth = 0;

const functions = fs as unknown as Record<string, Callable>;
const promised = fs.promises as unknown as Record<string, Callable>;

function replace(
  owner: Record<string, Callable>,
  name: string,
  make: (original: Callable) => (...args: unknown[]) => unknown,
) {
  const original = owner[name];
  if (typeof original !== 'function') return;
  const call = (...args: unknown[]) => Reflect.apply(original, owner, args) as unknown;
  const made = make(call as Callable);
  // Among them what `promisify` reads.
  const { name: _, length: __, prototype: ___, ...own } = Object.getOwnPropertyDescriptors(original);
  Object.defineProperties(made, own);
  Object.defineProperty(owner, name, { value: made, writable: true, configurable: true, enumerable: true });
}

const synchronous =
  (describe: Describe) =>
  (original: Callable) =>
  (...args: unknown[]) => {
    if (depth > 0) return Reflect.apply(original, undefined, args);
    depth += 1;
    try {
      const after = describe(args);
      const result: unknown = Reflect.apply(original, undefined, args);
      after?.(result);
      return result;
    } finally {
      depth -= 1;
    }
  };

const withCallback =
  (describe: Describe) =>
  (original: Callable) =>
  (...args: unknown[]) => {
    const done = args.at(-1);
    if (depth > 0 || typeof done !== 'function') return Reflect.apply(original, undefined, args);
    const after = describe(args.slice(0, -1));
    const callback = (error: unknown, ...results: unknown[]) => {
      if (!error) after?.(results[0]);
      Reflect.apply(done, undefined, [error, ...results]);
    };
    return Reflect.apply(original, undefined, [...args.slice(0, -1), callback]);
  };

const asynchronous =
  (describe: Describe) =>
  (original: Callable) =>
  async (...args: unknown[]) => {
    const after = describe(args);
    const result: unknown = await Reflect.apply(original, undefined, args);
    after?.(result);
    return result;
  };

/** A handle of `fs.promises`; its functions do not call the ones above. */
function followHandle(handle: fs.promises.FileHandle): void {
  const own = handle as unknown as Record<string, Callable>;
  const { fd } = handle;
  const follow = (name: string, describe: Describe) => replace(own, name, asynchronous(describe));
  follow('write', (args) => {
    const { bytes, position } = written(args);
    const after = recordWrite(fd, bytes, position);
    return (result) => after?.((result as { bytesWritten: number }).bytesWritten);
  });
  for (const name of ['writeFile', 'appendFile'])
    follow(name, ([data, options]) => recordWrite(fd, bytesOf(data, options).slice(), undefined));
  follow('sync', () => recordSync(fd));
  follow('datasync', () => recordSync(fd));
  follow('truncate', ([size]) => recordTruncate(fd, size));
  follow('close', () => void opened.delete(fd));
  for (const name of ['writev', 'createWriteStream'])
    replace(own, name, () => () => {
      throw new Error(`the recorder does not know ${name} of a handle`);
    });
}

for (const [name, describe] of Object.entries(DESCRIBED)) {
  replace(functions, `${name}Sync`, synchronous(describe));
  // Node's own versions of these call the others.
  if (!['writeFile', 'appendFile'].includes(name)) replace(functions, name, withCallback(describe));
  if (name !== 'open') replace(promised, name, asynchronous(describe));
}
replace(promised, 'open', (original) => async (...args: unknown[]) => {
  const handle = (await Reflect.apply(original, undefined, args)) as fs.promises.FileHandle;
  const file = inRoot(args[0]);
  if (file === undefined) return handle;
  remember(handle.fd, file, args[1] ?? 'r');
  followHandle(handle);
  return handle;
});
syncBuiltinESMExports();

if (isMainThread) {
  const { stdout } = process;
  const print = stdout.write.bind(stdout) as (...args: unknown[]) => boolean;
  stdout.write = (...args: unknown[]) => {
    record({ op: 'print', text: String(args[0]) });
    return print(...args);
  };
}

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Entry, Operation } from './journal.ts';

/** A write, or a new size. */
type Change = { readonly at: number; readonly data: Uint8Array } | { readonly size: number };

/** A file of the disk: what was synced, and what was not yet. */
class DiskFile {
  unsynced: Change[] = [];
  /** Folders in which a name of this file is not synced. */
  readonly namedIn = new Set<DiskFolder>();
  #synced: Buffer | undefined;
  #size = 0;
  readonly #original: string | undefined;

  /** @param original File with the content from before the recording */
  constructor(original?: string) {
    this.#original = original;
  }

  /** Applies the first changes: they are on the disk now. */
  sync(count: number): void {
    for (const change of this.unsynced.splice(0, count)) this.#apply(change);
  }

  /** The content after a power cut in which the first `count` unsynced changes survived. */
  contentWith(count: number): Buffer {
    if (count === 0) return this.#content();
    const copy = new DiskFile();
    copy.#synced = Buffer.from(this.#content());
    copy.#size = copy.#synced.length;
    copy.unsynced = this.unsynced.slice(0, count);
    copy.sync(count);
    return copy.#content();
  }

  #load(): Buffer {
    if (this.#synced) return this.#synced;
    this.#synced = this.#original === undefined ? Buffer.alloc(0) : readFileSync(this.#original);
    this.#size = this.#synced.length;
    return this.#synced;
  }

  #content(): Buffer {
    return this.#load().subarray(0, this.#size);
  }

  #apply(change: Change): void {
    const end = 'size' in change ? change.size : change.at + change.data.length;
    let bytes = this.#load();
    if (end > bytes.length) {
      const larger = Buffer.alloc(Math.max(end, bytes.length * 2));
      bytes.copy(larger, 0, 0, this.#size);
      bytes = this.#synced = larger;
    }
    if ('size' in change) {
      bytes.fill(0, Math.min(this.#size, end), Math.max(this.#size, end));
      this.#size = end;
    } else {
      bytes.set(change.data, change.at);
      this.#size = Math.max(this.#size, end);
    }
  }
}

type DiskNode = DiskFile | DiskFolder;
/** What a name stands for after a change, and what it stood for before. */
interface NameChange {
  readonly name: string;
  readonly node: DiskNode | undefined;
  readonly was: DiskNode | undefined;
}

/** A folder of the disk: its names now, those that were synced, and the changes between them. A rename is one change. */
class DiskFolder {
  readonly now = new Map<string, DiskNode>();
  #synced = new Map<string, DiskNode>();
  unsynced: NameChange[][] = [];

  change(...names: NameChange[]): void {
    this.unsynced.push(names);
    for (const { name, node, was } of names) {
      put(this.now, name, node);
      for (const one of [node, was]) if (one instanceof DiskFile) one.namedIn.add(this);
    }
  }

  sync(count: number): void {
    for (const change of this.unsynced.splice(0, count))
      for (const { name, node } of change) put(this.#synced, name, node);
  }

  /** A file's own names are on the disk after its sync. */
  syncNamesOf(file: DiskFile): void {
    this.unsynced = this.unsynced.flatMap((change) => {
      const isOwn = ({ node, was }: NameChange) => node === file || (node === undefined && was === file);
      for (const { name, node } of change.filter(isOwn)) put(this.#synced, name, node);
      const rest = change.filter((one) => !isOwn(one));
      return rest.length > 0 ? [rest] : [];
    });
  }

  /** The names after a power cut in which the first `count` unsynced changes survived. */
  namesWith(count: number): Map<string, DiskNode> {
    const names = new Map(this.#synced);
    for (const change of this.unsynced.slice(0, count)) for (const { name, node } of change) put(names, name, node);
    return names;
  }
}

function put(names: Map<string, DiskNode>, name: string, node: DiskNode | undefined): void {
  if (node) names.set(name, node);
  else names.delete(name);
}

/** How many of the unsynced changes of one file or folder survive a power cut. */
export type Survivors = (unsynced: number) => number;

/**
 * A disk without mercy: it has what was synced, and of the rest what `Survivors` says, in the order it was written
 * within each file and each folder. The sync of a file holds for its own names too.
 */
export class Disk {
  readonly #root = new DiskFolder();
  readonly #handles = new Map<string, { readonly node: DiskNode; syncs: number }>();

  /** @param folder What is on the disk before the recording */
  constructor(folder: string) {
    this.#fill(this.#root, folder);
  }

  apply({ operation, data }: Entry): void {
    switch (operation.op) {
      case 'open':
        return this.#open(operation);
      case 'write':
        return void this.#file(operation.handle).unsynced.push({ at: operation.at, data });
      case 'truncate':
        return void this.#file(operation.handle).unsynced.push({ size: operation.size });
      case 'sync-begins': {
        const handle = this.#handle(operation.handle);
        handle.syncs = handle.node.unsynced.length;
        return;
      }
      case 'sync-ended':
        return this.#sync(operation.handle);
      case 'rename':
      case 'link':
        return this.#name(operation.op, operation.path, operation.to);
      case 'folder':
        return this.#makeFolder(operation.path);
      case 'remove': {
        const { folder, name } = this.#place(operation.path);
        return folder.change({ name, node: undefined, was: folder.now.get(name) });
      }
      case 'print':
    }
  }

  /** Writes what is on the disk after a power cut at this moment. */
  writeTo(folder: string, survivors: Survivors): void {
    const write = (one: DiskFolder, dir: string) => {
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      for (const [name, node] of one.namesWith(survivors(one.unsynced.length))) {
        const target = path.join(dir, name);
        if (node instanceof DiskFolder) write(node, target);
        else writeFileSync(target, node.contentWith(survivors(node.unsynced.length)), { mode: 0o600 });
      }
    };
    write(this.#root, folder);
  }

  #fill(folder: DiskFolder, dir: string): void {
    for (const entry of readdirSync(dir, { withFileTypes: true })) {
      const file = path.join(dir, entry.name);
      const node = entry.isDirectory() ? new DiskFolder() : new DiskFile(file);
      if (node instanceof DiskFolder) this.#fill(node, file);
      folder.change({ name: entry.name, node, was: undefined });
    }
    folder.sync(folder.unsynced.length);
  }

  #open({ handle, path: file, truncate }: Operation & { op: 'open' }): void {
    const node = this.#find(file) ?? this.#create(file);
    if (truncate && node instanceof DiskFile) node.unsynced.push({ size: 0 });
    this.#handles.set(handle, { node, syncs: 0 });
  }

  #create(file: string): DiskFile {
    const { folder, name } = this.#place(file);
    const node = new DiskFile();
    folder.change({ name, node, was: undefined });
    return node;
  }

  #makeFolder(dir: string): void {
    if (dir === '' || this.#find(dir)) return;
    this.#makeFolder(path.dirname(dir) === '.' ? '' : path.dirname(dir));
    const { folder, name } = this.#place(dir);
    folder.change({ name, node: new DiskFolder(), was: undefined });
  }

  #sync(handle: string): void {
    const { node, syncs } = this.#handle(handle);
    node.sync(syncs);
    if (node instanceof DiskFolder) return;
    for (const folder of node.namedIn) folder.syncNamesOf(node);
    node.namedIn.clear();
  }

  #name(op: 'rename' | 'link', from: string, to: string): void {
    const node = this.#find(from);
    if (!node) throw new Error(`the journal has a ${op} of a file that does not exist: ${from}`);
    const source = this.#place(from);
    const target = this.#place(to);
    const gets = { name: target.name, node, was: target.folder.now.get(target.name) };
    const loses = { name: source.name, node: undefined, was: node };
    if (op === 'link') target.folder.change(gets);
    else if (source.folder === target.folder) target.folder.change(gets, loses);
    else {
      target.folder.change(gets);
      source.folder.change(loses);
    }
  }

  #find(file: string): DiskNode | undefined {
    let node: DiskNode | undefined = this.#root;
    for (const name of file.split(path.sep).filter(Boolean))
      node = node instanceof DiskFolder ? node.now.get(name) : undefined;
    return node;
  }

  #place(file: string): { folder: DiskFolder; name: string } {
    const parent = path.dirname(file);
    const folder = this.#find(parent === '.' ? '' : parent);
    if (!(folder instanceof DiskFolder))
      throw new Error(`the journal has a file in a folder that does not exist: ${file}`);
    return { folder, name: path.basename(file) };
  }

  #handle(handle: string) {
    const found = this.#handles.get(handle);
    if (!found) throw new Error(`the journal has a file that was not opened: ${handle}`);
    return found;
  }

  #file(handle: string): DiskFile {
    const { node } = this.#handle(handle);
    if (node instanceof DiskFolder) throw new Error('the journal writes into a folder');
    return node;
  }
}

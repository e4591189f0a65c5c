import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The part of Emscripten's NODEFS that this file extends. */
interface Stream {
  readonly nfd?: number;
  readonly node: { readonly mode: number };
}
interface NodeFileSystem {
  stream_ops: { fsync?: (stream: Stream) => number };
  realPath(node: Stream['node']): string;
}
interface Module {
  readonly NODEFS: NodeFileSystem;
  readonly FS: { isDir(mode: number): boolean };
}

/** Emscripten's errno for an input/output error: PostgreSQL then stops instead of confirming a lost write. */
const EIO = 29;

const canSyncFolders = process.platform !== 'win32';

/**
 * The engine's file system on a real folder, with the `fsync` that Emscripten lacks: without it a power cut loses
 * committed data. It depends on Emscripten internals, so `openEngine` checks that `count` increases.
 */
export class DurableFs extends NodeFS {
  /** Files synced so far. */
  count = 0;

  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    const addFsync = ({ NODEFS, FS }: Module) => {
      NODEFS.stream_ops.fsync = (stream) => {
        try {
          if (stream.nfd !== undefined) this.#syncFile(stream.nfd);
          else if (canSyncFolders && FS.isDir(stream.node.mode)) this.#syncFolder(NODEFS.realPath(stream.node));
          return 0;
        } catch {
          return EIO;
        }
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } };
  }

  #syncFile(descriptor: number): void {
    fdatasyncSync(descriptor);
    this.count++;
  }

  /** A new or renamed file survives a power cut only when its folder was synced. */
  #syncFolder(path: string): void {
    const descriptor = openSync(path, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }
}

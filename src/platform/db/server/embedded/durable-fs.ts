import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The part of Emscripten's node file system that is completed here. */
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

/** Emscripten's number for an input/output error: PostgreSQL then stops rather than promise what the disk did not take. */
const EIO = 29;

const foldersSync = process.platform !== 'win32';

/**
 * The engine's file system on a real folder, with the `fsync` that Emscripten's lacks: without it every fsync of the
 * engine does nothing, and a power cut loses what was committed. It reaches into internals, so whoever opens an engine
 * checks that `count` moves.
 */
export class DurableFs extends NodeFS {
  /** Files synced so far. */
  count = 0;

  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    const complete = ({ NODEFS, FS }: Module) => {
      NODEFS.stream_ops.fsync = (stream) => {
        try {
          if (stream.nfd !== undefined) this.#syncFile(stream.nfd);
          else if (foldersSync && FS.isDir(stream.node.mode)) this.#syncFolder(NODEFS.realPath(stream.node));
          return 0;
        } catch {
          return EIO;
        }
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), complete] } };
  }

  #syncFile(descriptor: number): void {
    fdatasyncSync(descriptor);
    this.count++;
  }

  /** A file that is new or renamed is only found after a power cut when its folder was synced. */
  #syncFolder(path: string): void {
    const descriptor = openSync(path, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }
}

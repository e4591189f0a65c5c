import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { FileMark } from '../../../platform/file-codes/server/file-mark.ts';
import type { NoticeKind } from '../../notices/public.ts';
import type { FileForm } from './queries/tasks.ts';

export interface Packing {
  /** What the file says about itself, with the names of the organisation and of the requester. */
  mark: FileMark;
  stop: AbortSignal;
  /** Records progress. Returns false when the export was cancelled. */
  done(count: number): Promise<boolean>;
}

/** Contents of a file, or of a part of it. */
export interface Packed {
  bytes: Uint8Array;
  /** Of the files inside, so that each of them can be compared on its own (`digestOf`). */
  digests?: readonly string[];
  /** Students with data in it. A download needs all of them in scope, and an erasure of one removes the file. */
  childIds: readonly string[];
}

/** Builds the file of some rows with the requester's rights; undefined when it was cancelled. */
export type Pack = (ctx: OrgContext, ids: readonly string[], packing: Packing) => Promise<Packed | undefined>;

/** How a kind of job builds its files. */
export interface Packer {
  form: FileForm;
  /** Ids that are packed at a time. Each time is a checkpoint. */
  atOnce: number;
  pack: Pack;
  /** Notice that a file is ready; the usual one where absent. */
  notice?: NoticeKind | undefined;
}

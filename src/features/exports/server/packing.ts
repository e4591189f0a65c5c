import type { OrgContext } from '../../../platform/context/server/context.ts';
import { digestOf } from '../../../platform/file-codes/server/file-mark.ts';
import type { JobKind } from '../../../platform/jobs/server/kinds.ts';
import type { NoticeKind } from '../../notices/public.ts';
import { framed, type PackedFile } from './assemble.ts';
import type { Pack, Packer, Packing } from './packer.ts';
import { giveUp, runPacking } from './run-packing.ts';

const kindOf = (name: string, packer: Packer): JobKind => ({
  name,
  slots: 3,
  leaseMs: 60_000,
  maxAttempts: 3,
  maxCrashes: 2,
  run: (context) => runPacking(context, packer),
  giveUp,
});

/**
 * A kind of job that builds exports whole. After a crash it begins again.
 *
 * @param notice Notice that a file is ready, where the usual one does not say enough
 */
export const packing = (name: string, pack: Pack, notice?: NoticeKind): JobKind =>
  kindOf(name, { form: 'whole', atOnce: Infinity, pack, notice });

/** Files of one part. A crash loses the work on so many at most. */
const AT_ONCE = 20;

/** Builds the files of some students; those whose data cannot be read any more are left out. */
export type PackStudents = (
  ctx: OrgContext,
  ids: readonly string[],
  packing: Packing,
) => Promise<(PackedFile & { childId: string })[] | undefined>;

/** A kind of job that builds ZIPs of files of students, part by part. After a crash it continues behind the last part. */
export const packingOfStudents = (name: string, pack: PackStudents): JobKind =>
  kindOf(name, {
    form: 'zip',
    atOnce: AT_ONCE,
    pack: async (ctx, ids, context) => {
      const files = await pack(ctx, ids, context);
      return (
        files && {
          bytes: framed(files),
          digests: files.map(({ bytes }) => digestOf(bytes)),
          childIds: files.map(({ childId }) => childId),
        }
      );
    },
  });

/** Builds files that are about no student; those that cannot be read any more are left out. */
type PackFiles = (ctx: OrgContext, ids: readonly string[], packing: Packing) => Promise<PackedFile[] | undefined>;

/** A kind of job that builds ZIPs of such files, part by part. */
export const packingOfFiles = (name: string, pack: PackFiles): JobKind =>
  kindOf(name, {
    form: 'zip',
    atOnce: AT_ONCE,
    pack: async (ctx, ids, context) => {
      const files = await pack(ctx, ids, context);
      return files && { bytes: framed(files), digests: files.map(({ bytes }) => digestOf(bytes)), childIds: [] };
    },
  });

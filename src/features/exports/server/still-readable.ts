import type { OrgContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { FileKind } from '../../../platform/file-codes/file-code.ts';
import { studentsBeyond, studentsOf } from './queries/parts.ts';
import { rightsOf } from './rights.ts';
import type { Stored } from './tasks.ts';

/** A file as its feature asks about it again. */
export interface PackedTask {
  /** `about` of the request (`startPacking`). */
  about: readonly string[];
  /** Students with data in it. */
  childIds: readonly string[];
  /** When it was requested, ISO 8601. */
  requestedAt: string;
}

/** Says why a file may no longer be downloaded; undefined where it may. */
export type ExportRefusal = (ctx: OrgContext, task: PackedTask) => Promise<string | undefined>;

declare module '../../../platform/feature/server/feature.ts' {
  interface ServerFeature {
    /** What the download of a kind of file asks beside rights and scope. */
    exportRefusals?: Partial<Record<FileKind, ExportRefusal>>;
  }
}
declare module '../../../platform/context/server/services.ts' {
  interface Services {
    /** What the downloads of packed files ask beside rights and scope, of all features. */
    exportRefusals: Partial<Record<FileKind, ExportRefusal>>;
  }
}

const AGAIN = '请重新打包';

/**
 * A packed file shows what its maker was allowed to read then. It is refused where the maker's rights are no longer the
 * same, and where any of its students has left the maker's scope or was deleted.
 *
 * @throws AppError AC_FORBIDDEN
 */
export async function requireStillReadable(
  ctx: OrgContext,
  { kind, file_id, rights, about, created_at }: Stored,
): Promise<void> {
  const { actor, services } = ctx;
  const refuse = (message: string) => new AppError('AC_FORBIDDEN', { message: `${message}，${AGAIN}` });
  if (rights !== rightsOf(ctx)) throw refuse('打包之后，您的权限或数据脱敏的设置有变化');
  const [[beyond], packed] = await ctx.read([
    studentsBeyond(actor.orgId, file_id, services.access.scope(actor, 'student')),
    studentsOf(actor.orgId, file_id),
  ]);
  if (beyond && beyond.n > 0)
    throw refuse(`打包之后，文件中有 ${beyond.n} 名学生离开了您的管理范围（转班、转出或已删除）`);
  const refusal = await services.exportRefusals[kind]?.(ctx, {
    about,
    childIds: packed.flatMap(({ child_ids }) => child_ids),
    requestedAt: created_at,
  });
  if (refusal !== undefined) throw refuse(refusal);
}

import type { ExportRefusal } from '../../exports/server/public.ts';
import { withdrawnSince } from './queries/sheets.ts';

/** A file with results is refused when a consent was withdrawn after it was requested: those results are closed. */
export const refuseWithdrawn: ExportRefusal = async ({ actor, read }, { about, childIds, requestedAt }) => {
  const [[found]] = await read([withdrawnSince(actor.orgId, { childIds, examIds: about, since: requestedAt })]);
  return found && found.n > 0 ? `打包之后，有 ${found.n} 份答卷撤回了同意` : undefined;
};

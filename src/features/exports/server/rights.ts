import { createHash } from 'node:crypto';
import type { OrgContext } from '../../../platform/context/server/context.ts';

/**
 * A digest of everything that the caller may do and sees in clear. A file shows what its maker was allowed to read, so
 * that under other rights it is not continued and not downloaded.
 */
export function rightsOf({ actor, services: { access } }: OrgContext): string {
  const { permissions, flags } = access.abilities(actor);
  const { watermark: _, ...shown } = flags;
  return createHash('sha256')
    .update(JSON.stringify([permissions, shown]))
    .digest('base64url');
}

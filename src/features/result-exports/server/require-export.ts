import type { OrgContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';

/**
 * A positive result is hidden until an interview's verdict from everyone who does not verify warnings. A file would
 * show all of them, so only who may verify takes one out.
 *
 * @throws AppError AC_FORBIDDEN
 */
export function requireExport({ actor, services: { access } }: OrgContext): void {
  const may =
    access.decide(actor, 'screening/result/export', 'export') && access.decide(actor, 'crisis/warn/verify', 'verify');
  if (!may) throw new AppError('AC_FORBIDDEN');
}

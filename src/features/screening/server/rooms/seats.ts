import { notFoundInScope } from '../../../../platform/access/server/not-found-in-scope.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { BodyOf } from '../../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import type { seatContact } from '../../contract/seats.ts';
import { noteSeat } from '../queries/seats.ts';

/** Notes what a device says about itself, by the server's clock. @throws AppError `notFoundInScope` */
export async function noteContact(
  ctx: OrgContext,
  tx: Tx,
  id: string,
  { device_id: device, unsent }: BodyOf<typeof seatContact>,
): Promise<void> {
  const { actor, services } = ctx;
  const scope = services.access.scope(actor, 'student');
  const seat = { id, device, unsent, at: ctx.nowIso() };
  if ((await tx.run(noteSeat(actor.orgId, scope, seat))) === 0) throw notFoundInScope(scope);
}

import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { lockOrg } from '../../../platform/context/server/queries/orgs.ts';
import type { BodyOf, DataOf } from '../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { invalidWithMessage } from '../../../platform/errors/invalid.ts';
import type { changeInvitationSettings, invitationSettings } from '../contract/invitations.ts';
import { setSettings, settingsOf } from './queries/invitations.ts';

const DEFAULT = { review: true, mobile_required: false };

export async function readSettings({
  actor: { orgId },
  read,
  services: { sms },
}: OrgContext): Promise<DataOf<typeof invitationSettings>> {
  const [[settings = DEFAULT]] = await read([settingsOf(orgId)]);
  return { ...settings, sms_available: sms.available };
}

/** @throws AppError PSY_INVALID_INPUT when a mobile is asked for and no message can be sent */
export async function changeSettings(
  ctx: OrgContext,
  tx: Tx,
  wanted: BodyOf<typeof changeInvitationSettings>,
): Promise<void> {
  const { orgId } = ctx.actor;
  if (wanted.mobile_required && !ctx.services.sms.available)
    throw invalidWithMessage('/mobile_required', '短信服务尚未开通，不能要求验证手机号');
  await tx.run(lockOrg(orgId));
  const [before = DEFAULT] = await tx.run(settingsOf(orgId));
  if (before.review === wanted.review && before.mobile_required === wanted.mobile_required) return;
  await tx.run(setSettings({ org_id: orgId, ...wanted, updated_at: ctx.nowIso() }));
  await audit(tx, ctx, { act: 'update', resource: 'invitation_setting', rowId: orgId, before, after: wanted });
}

import { FORMAL } from '../../../platform/access/service-stage.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { orgById } from '../../../platform/context/server/queries/orgs.ts';
import type { BodyOf, DataOf } from '../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { newCode } from '../../../platform/file-codes/server/new-code.ts';
import type { Requester } from '../../../platform/jobs/server/jobs.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { classesToJoin } from '../../classes/server/public.ts';
import { NOT_CURRENT, NOT_REACHED } from '../../students/server/public.ts';
import type { createInvitation as contract } from '../contract/invitations.ts';
import { CODE_TYPE, INVITATION_CODE_LENGTH, typesFor, VALID_MINUTES, type CodeType } from '../rules/codes.ts';
import { hashOfCode } from './code-hash.ts';
import * as store from './queries/invitations.ts';

const MINUTE_MS = 60_000;

type Body = BodyOf<typeof contract>;

/** @throws AppError PSY_INVALID_INPUT; AC_FORBIDDEN for a type that the school has not opened */
function requireType({ actor }: OrgContext, { code_type }: Body): CodeType {
  const type = Object.values(CODE_TYPE).find((one) => one === code_type);
  if (type === undefined) throw invalid('/code_type', '请选择邀请码类型');
  if (!typesFor(actor.features).includes(type))
    throw new AppError('AC_FORBIDDEN', { message: '学校没有开通这种邀请码' });
  return type;
}

function requireMinutes(type: CodeType, { valid_minutes }: Body): number {
  const minutes = VALID_MINUTES[type].find((one) => one === valid_minutes);
  if (minutes === undefined) throw invalid('/valid_minutes', '请选择有效期');
  return minutes;
}

function requireMaximum(type: CodeType, { group_max_registrations: wanted }: Body, available: number): number {
  if (available < 1) throw new AppError('PSY_NO_PLACES_LEFT');
  if (type === CODE_TYPE.single) return 1;
  if (wanted == null) throw invalid('/group_max_registrations', '请选择最大注册人数');
  if (wanted < 1 || wanted > available)
    throw invalid('/group_max_registrations', `最大注册人数应在 1 到剩余名额 ${available} 之间`);
  return wanted;
}

/**
 * Makes an invitation. Its code is in the answer only.
 *
 * @param maker With whose rights registrations are accepted where the school does not review them
 * @throws AppError AC_FORBIDDEN without formal service or the ability (`spec §6`); PSY_INVALID_INPUT;
 *   PSY_NO_PLACES_LEFT
 */
export async function createInvitation(
  ctx: OrgContext,
  tx: Tx,
  maker: Requester,
  body: Body,
): Promise<DataOf<typeof contract>> {
  const {
    actor,
    services,
    services: { access, clock },
  } = ctx;
  const { orgId } = actor;
  const type = requireType(ctx, body);
  const minutes = requireMinutes(type, body);
  const [[org], [joined]] = await tx.batch([
    orgById(orgId),
    classesToJoin(orgId, access.scope(actor, 'class'), body.class_id == null ? [] : [body.class_id]),
  ]);
  if (org?.service_type !== FORMAL) throw new AppError('AC_FORBIDDEN', { message: '正式服务期内才能邀请注册' });
  const max_registrations = requireMaximum(type, body, org.available_quota);
  if (body.class_id != null && !joined?.is_current) throw invalid('/class_id', joined ? NOT_CURRENT : NOT_REACHED);

  const invitation_code = newCode(INVITATION_CODE_LENGTH);
  const code_hash = hashOfCode(services, invitation_code);
  const invitation_id = newId(clock);
  const at = ctx.nowIso();
  const expires_at = isoTime(ctx.now() + minutes * MINUTE_MS);
  await tx.batch([
    store.insertTenant({ code_hash, tenant: orgId, expires_at }),
    store.insertInvitation({
      org_id: orgId,
      invitation_id,
      code_hash,
      code_type: type,
      valid_minutes: minutes,
      max_registrations,
      class_id: joined?.class_id ?? null,
      maker,
      created_by: ctx.caller.userId,
      expires_at,
      revoked_at: null,
      revoked_by: null,
      created_at: at,
      updated_at: at,
    }),
  ]);
  await audit(tx, ctx, {
    act: 'create',
    resource: 'invitation',
    rowId: invitation_id,
    after: { code_type: type, max_registrations, expires_at, class_name: joined?.class_name ?? null },
  });
  return {
    invitation_code,
    invitation_id,
    code_type: type,
    max_registrations,
    expires_at,
    ...(joined && { class_name: joined.class_name }),
  };
}

import { notFoundInScope, falseIfNotFound } from '../../../platform/access/server/not-found-in-scope.ts';
import { OPEN } from '../../../platform/access/server/rights.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { shownAttachment } from '../../../platform/media/server/attach.ts';
import type { MayRead } from '../../../platform/media/server/may-play.ts';
import { everAttachedTo } from '../../../platform/media/server/queries/media-files.ts';
import { withoutNulls } from '../../../platform/schema/json.ts';
import type { WarnDetail } from '../contract/warnings.ts';
import { pageOfSource, VALID_STATUS } from '../rules/crisis.ts';
import { formerVerdicts } from './former-verdicts.ts';
import * as store from './queries/warns.ts';
import { decryptWarnText, WARN_ENTITY, type StoredWarn } from './verify-warning.ts';

/**
 * Requires access to the pages of these sources, with second-step verification where they need it.
 *
 * @throws AppError AC_FORBIDDEN, PSY_INVALID_SECONDARY_TOKEN
 */
export async function requireSources(ctx: OrgContext, sources: readonly number[]): Promise<void> {
  const {
    actor,
    services: { access },
  } = ctx;
  for (const page of new Set(sources.map(pageOfSource))) {
    if (!access.decide(actor, page, OPEN)) throw new AppError('AC_FORBIDDEN');
    await ctx.proveVerified(page);
  }
}

/**
 * A warning about a student within the role's scope.
 *
 * @throws AppError `notFoundInScope`, PSY_INVALID_SECONDARY_TOKEN
 */
export async function requireWarn(ctx: OrgContext, warnId: string): Promise<StoredWarn> {
  const {
    actor,
    services: { access },
  } = ctx;
  const scope = access.scope(actor, 'warn');
  const [[warn]] = await ctx.read([store.warnById(actor.orgId, scope, warnId)]);
  if (!warn) throw notFoundInScope(scope);
  await requireSources(ctx, [warn.source]);
  return warn;
}

/** A screening is no finding: before the verdict its tier and text are for those who hold the interview. */
const isHeldFor = ({ actor, services: { access } }: OrgContext, { valid_status, verdict_due }: StoredWarn): boolean =>
  valid_status === VALID_STATUS.pending &&
  verdict_due !== null &&
  !access.decide(actor, 'crisis/warn/verify', 'verify');

/** Wire values of a warning without its text, as the caller may see them. */
export const presentWarningHead = (ctx: OrgContext, warn: StoredWarn) =>
  headOf(isHeldFor(ctx, warn) ? { ...warn, suggested_level: null } : warn);

const headOf = ({
  warn_id,
  child_id,
  child_name,
  class_name,
  source,
  category_id,
  valid_status,
  crisis_level,
  suggested_level,
  reporter_name,
  reported_at,
  case_id,
  drill,
}: StoredWarn) =>
  withoutNulls({
    warn_id,
    child_id,
    child_name,
    class_name,
    source,
    category_id,
    valid_status,
    crisis_level,
    suggested_level,
    reporter_name: reporter_name ?? '系统',
    reported_at,
    case_id,
    drill,
  });

/** What a reader who may not verify sees of a screening's warning before the interview. */
const HELD = '测评结果要在访谈核实之后才显示。需要了解情况，请联系负责核实的心理教师。';

/** Wire values of a warning with its text. The caller must have checked read access. */
export async function presentWarning(ctx: OrgContext, warn: StoredWarn): Promise<WarnDetail> {
  const {
    actor,
    caller: { userId },
    services: { access },
  } = ctx;
  const {
    rule,
    source_type,
    student_consulting_id,
    verified_by,
    verified_by_name,
    verified_at,
    acknowledged_by_name,
    acknowledged_at,
    version,
  } = warn;
  const [files] = await ctx.read([everAttachedTo(actor.orgId, WARN_ENTITY, [warn.warn_id])]);
  const former = await formerVerdicts(ctx, [warn.warn_id]);
  const show = await shownAttachment(ctx);
  const mayVerify = access.decide(actor, 'crisis/warn/verify', 'verify');
  const isHeld = isHeldFor(ctx, warn);
  return {
    ...presentWarningHead(ctx, warn),
    ...withoutNulls({
      rule: isHeld ? null : rule,
      verdict_due: warn.verdict_due,
      source_type,
      student_consulting_id,
      verified_by,
      verified_by_name,
      verified_at,
      acknowledged_by_name,
      acknowledged_at,
    }),
    warn_content: isHeld ? HELD : await decryptWarnText(ctx, warn.warn_id, 'warn_content', warn.warn_content),
    ...(warn.reason !== null && { reason: await decryptWarnText(ctx, warn.warn_id, 'reason', warn.reason) }),
    version,
    can_verify: mayVerify && warn.valid_status === VALID_STATUS.pending,
    can_edit: mayVerify && verified_by === userId,
    attachments: files.filter((file) => !file.former).map(show),
    former: former.map(({ at, level, reason, fileIds }) => ({
      at,
      ...(level !== undefined && { crisis_level: level }),
      ...(reason !== '' && { reason }),
      attachments: fileIds.flatMap((id) => files.filter(({ file_id }) => file_id === id)).map(show),
    })),
  };
}

/** Files of a verdict are readable with the warning. */
export const mayReadWarn: MayRead = async (ctx, id) => {
  if (!ctx.services.access.decide(ctx.actor, 'crisis/warn', OPEN)) return false;
  return requireWarn(ctx, id).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'AC_FORBIDDEN') return false;
      return falseIfNotFound(error);
    },
  );
};

import { claimableBy, needsNamedScope } from '../../../platform/access/server/claimable-roles.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { FailureDetail } from '../../../platform/contract/common.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { StatedValues } from '../../../platform/outside-identity/server/sso.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import type { RoleClaim } from '../own-contract.ts';

/**
 * Standard claims (OpenID Connect Core 1.0, 2 and 5.1; RFC 7519). Those about a person are what people write of
 * themselves at most identity servers, and those of the token say nothing about a person: none may give a role.
 */
const ABOUT_PERSON =
  'name given_name family_name middle_name nickname preferred_username profile picture website email email_verified ' +
  'gender birthdate zoneinfo locale phone_number phone_number_verified address updated_at';
const OF_TOKEN = 'iss sub aud exp nbf iat jti auth_time nonce acr amr azp at_hash c_hash sid';
const NO_ROLE_CLAIMS: ReadonlySet<string> = new Set(`${ABOUT_PERSON} ${OF_TOKEN}`.split(' '));

/**
 * Requires that the caller may let a claim give these roles.
 *
 * @throws AppError PSY_INVALID_INPUT at each value that is wrong
 */
export function requireClaimable(
  { actor, services: { access } }: OrgContext,
  { claim, values }: RoleClaim,
  loginClaim: string,
): void {
  const claimable = claimableBy(access, actor);
  const details = values.flatMap(({ value, role_id }, i): FailureDetail[] => {
    const at = `/role_claim/values/${i}`;
    const name = labelOf('role', role_id);
    if (value !== value.trim()) return [{ field: `${at}/value`, message: '首尾不能有空格' }];
    if (values.findIndex((other) => other.value === value && other.role_id === role_id) < i)
      return [{ field: `${at}/value`, message: '这一行重复了' }];
    if (claimable.includes(role_id)) return [];
    const message =
      access.grants.grantable(actor).includes(role_id) && needsNamedScope(access, role_id)
        ? `${name}要限定班级、年级或学校，只能在教职工管理中设置`
        : `${name}不能由声明给出`;
    return [{ field: `${at}/role_id`, message }];
  });
  if (claim === loginClaim || NO_ROLE_CLAIMS.has(claim))
    details.unshift({ field: '/role_claim/claim', message: '登录名、个人资料和令牌自身的声明不能用来给出角色' });
  if (details.length > 0) throw new AppError('PSY_INVALID_INPUT', { details });
}

/**
 * The roles that stated values give, of those that may come from a claim. Values of another claim than the one that is
 * set now say nothing.
 */
export function statedRoles(
  roleClaim: RoleClaim | null | undefined,
  stated: StatedValues | undefined,
  claimable: readonly number[],
): number[] {
  if (!roleClaim || stated?.claim !== roleClaim.claim) return [];
  const given = roleClaim.values.filter(({ value }) => stated.values.includes(value)).map(({ role_id }) => role_id);
  return claimable.filter((role) => given.includes(role));
}

/** Whether a change takes a role that the claim gave from a person. */
export const isNarrower = (before: RoleClaim | null, after: RoleClaim | null): boolean =>
  before !== null &&
  (before.claim !== after?.claim ||
    before.values.some(
      (one) => !after.values.some(({ value, role_id }) => value === one.value && role_id === one.role_id),
    ));

/** For the audit log. */
export const roleClaimFacts = (roleClaim: RoleClaim | null): Record<string, string> =>
  roleClaim
    ? {
        role_claim: roleClaim.claim,
        role_values: roleClaim.values.map(({ value, role_id }) => `${value}：${labelOf('role', role_id)}`).join('；'),
      }
    : {};

import { randomBytes } from 'node:crypto';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { lockOrg } from '../../../platform/context/server/queries/orgs.ts';
import type { BodyOf } from '../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { isNetwork } from '../../../platform/identity/server/networks.ts';
import { insertAccount } from '../../../platform/identity/server/queries/accounts.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import type { createServiceAccount, Secret } from '../contract.ts';
import { ACCOUNTS_MAX } from '../rules.ts';
import { keyEntry, newCredential } from './credential.ts';
import { clientId } from './list-accounts.ts';
import { insertSecret, insertService, usedAccounts } from './queries.ts';
import { grantableRights, textOf } from './rights.ts';

const DAY_MS = 86_400_000;
export const RESOURCE = 'service_account';

/** The digest of a password that nobody has: a system signs in with its secret only. */
export const unknownDigest = (): string => randomBytes(16).toString('hex');

/**
 * Makes an account for a system, with rights of the maker only. The secret is in the answer only.
 *
 * @param passwordHash Of a password that nobody has
 * @throws AppError PSY_INVALID_INPUT for a right that the maker cannot give, a wrong network or a wrong public key;
 *   PSY_CONFLICT when too many are in use
 */
export async function createAccount(
  ctx: OrgContext,
  tx: Tx,
  { name, rights, networks, valid_days, public_key }: BodyOf<typeof createServiceAccount>,
  passwordHash: string,
): Promise<Secret> {
  const {
    actor: { orgId, roleId },
    caller: { userId: created_by },
    services: { clock },
  } = ctx;
  const grantable = new Set(grantableRights(ctx).map(textOf));
  const texts = [...new Set(rights.map(textOf))];
  if (texts.some((text) => !grantable.has(text))) throw invalid('/rights', '包含您不能授予的权限，请刷新后重新选择');
  const wrong = networks.findIndex((text) => !isNetwork(text));
  if (wrong >= 0) throw invalid(`/networks/${wrong}`, '请填写 IPv4、IPv6 地址，或 10.1.0.0/16 这样的网段');
  const at = isoTime(clock.now());
  await tx.run(lockOrg(orgId));
  if ((await tx.run(usedAccounts(orgId, at))).length >= ACCOUNTS_MAX)
    throw new AppError('PSY_CONFLICT', { message: `使用中的系统账号最多 ${ACCOUNTS_MAX} 个，请先停用不再需要的` });
  const service_id = newId(clock);
  const user_id = `system-${service_id}`;
  const { stored, answer } = await newCredential(public_key);
  const expires_at = isoTime(clock.now() + valid_days * DAY_MS);
  await tx.batch([
    insertAccount({
      user_id,
      login_name: user_id,
      login_key: user_id,
      password_hash: passwordHash,
      // The operation log shows it, so it says that no person acted.
      real_name: `系统账号：${name}`,
      sex: null,
      avatar: null,
      mobile: null,
      created_at: at,
      updated_at: at,
    }),
    insertService({
      org_id: orgId,
      service_id,
      user_id,
      name,
      role_id: roleId,
      rights: texts,
      networks,
      expires_at,
      created_by,
      responsible: created_by,
      created_at: at,
    }),
    insertSecret({ org_id: orgId, service_id, ...stored, created_at: at }),
  ]);
  await audit(tx, ctx, {
    act: 'create',
    resource: RESOURCE,
    rowId: service_id,
    rowLabel: name,
    after: { rights: texts, networks, expires_at, ...keyEntry(answer) },
  });
  return { service_id, client_id: clientId(orgId, service_id), ...answer, expires_at };
}

import { changeAccount } from '../../../../platform/audit/server/change-account.ts';
import type { AccountContext } from '../../../../platform/context/server/context.ts';
import type { BodyOf, DataOf } from '../../../../platform/contract/endpoint.ts';
import { newId } from '../../../../platform/db/server/ids.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import {
  ALGORITHMS,
  handleOf,
  newChallenge,
  siteOf,
  takeChallenge,
  verifyAttestation,
} from '../../../../platform/identity/server/passkeys.ts';
import * as store from '../../../../platform/identity/server/queries/passkeys.ts';
import type * as contract from '../../passkey-contract.ts';
import { PASSKEYS_MAX } from '../../rules.ts';
import { ownAccount } from '../verify-again.ts';

const own = ({ services: { db }, caller: { userId } }: AccountContext) =>
  db.read({ orgId: null, userId }, [store.passkeysOf(userId)]).then(([rows]) => rows);

const credentialOf = ({ credential_id: id, transports }: store.PasskeysTable) => ({ id, transports });

/** The caller's passkeys on this host. */
export async function credentialsHere(ctx: AccountContext): Promise<{ id: string; transports: string[] }[]> {
  const { rpId } = siteOf(ctx.origin);
  return (await own(ctx)).filter(({ rp_id }) => rp_id === rpId).map(credentialOf);
}

export async function listPasskeys(ctx: AccountContext): Promise<DataOf<typeof contract.passkeys>> {
  const { rpId } = siteOf(ctx.origin);
  const items = (await own(ctx)).map(({ passkey_id, name, rp_id, created_at, last_used_at }) => ({
    passkey_id,
    name,
    host: rp_id,
    is_here: rp_id === rpId,
    created_at,
    ...(last_used_at !== null && { last_used_at }),
  }));
  return { total: items.length, items };
}

/** A challenge for a new passkey, bound to the caller's session. */
export async function propose(ctx: AccountContext): Promise<DataOf<typeof contract.proposePasskey>> {
  const { chainId, userId } = ctx.caller;
  return {
    challenge: await newChallenge(ctx.services, 'enrol', chainId),
    rp_id: siteOf(ctx.origin).rpId,
    user_handle: handleOf(userId),
    algorithms: [...ALGORITHMS],
    exclude: await credentialsHere(ctx),
  };
}

/**
 * Stores a passkey that answers the challenge of this session.
 *
 * @throws AppError AC_PASSKEY_INVALID; PSY_CONFLICT when there are too many, or it is known already
 */
export async function enrol(
  ctx: AccountContext,
  { name, credential }: BodyOf<typeof contract.enrolPasskey>,
): Promise<{ passkey_id: string }> {
  const { services, caller } = ctx;
  const { userId: user_id, chainId } = caller;
  const challenge = await takeChallenge(services, 'enrol', chainId);
  const site = siteOf(ctx.origin);
  const verified = challenge === undefined ? undefined : await verifyAttestation(challenge, site, credential);
  if (!verified) throw new AppError('AC_PASSKEY_INVALID');
  const { login_name } = await ownAccount(ctx);
  const passkey_id = newId(services.clock);
  const { transports } = credential;
  const kept = { name, transports, rp_id: site.rpId, created_at: ctx.nowIso(), last_used_at: null };
  const entry = { act: 'enrol_passkey', rowLabel: login_name, after: { passkey: name, host: site.rpId } };
  await changeAccount(ctx, user_id, entry, async (tx) => {
    const row = { passkey_id, user_id, ...verified, ...kept };
    if ((await tx.run(store.insertPasskey(row, PASSKEYS_MAX))) === 0)
      throw new AppError('PSY_CONFLICT', {
        message: `这个通行密钥已经添加过，或已有 ${PASSKEYS_MAX} 个，请先删除不用的`,
      });
  });
  return { passkey_id };
}

/** @throws AppError PSY_NOT_FOUND */
export async function rename(
  { services, caller: { userId } }: AccountContext,
  id: string,
  name: string,
): Promise<void> {
  const [changed] = await services.db.write({ orgId: null, userId }, [store.renamePasskey(userId, id, name)]);
  if (changed === 0) throw new AppError('PSY_NOT_FOUND');
}

/** @throws AppError PSY_NOT_FOUND */
export async function remove(ctx: AccountContext, id: string): Promise<void> {
  const { userId } = ctx.caller;
  const { login_name } = await ownAccount(ctx);
  const found = (await own(ctx)).find(({ passkey_id }) => passkey_id === id);
  if (!found) throw new AppError('PSY_NOT_FOUND');
  const before = { passkey: found.name, host: found.rp_id };
  await changeAccount(ctx, userId, { act: 'remove_passkey', rowLabel: login_name, before }, (tx) =>
    tx.run(store.deletePasskey(userId, id)),
  );
}

import type { RequestContext } from '../../../platform/context/server/context.ts';
import type { BodyOf } from '../../../platform/contract/endpoint.ts';
import { NO_TENANT } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { plainCode } from '../../../platform/file-codes/file-code.ts';
import { hashOfCode } from '../../../platform/file-codes/server/file-mark.ts';
import { fileOfCode, tenantOfCode } from '../../../platform/file-codes/server/queries.ts';
import { network } from '../../../platform/identity/server/network.ts';
import type { FileVerdict, verifyFile as verifyFileCall } from '../contract.ts';

/** Unknown codes of one address within a minute after which none is looked up. */
export const UNKNOWN_MAX = 30;
const UNKNOWN_MS = 60_000;

/**
 * Says whether a code is that of a file of this installation. A code that does not exist is answered like any other.
 *
 * @throws AppError AC_TOO_MANY_REQUESTS for an address that guesses
 */
export async function verifyFile(
  { services, address }: RequestContext,
  { code, sha256 }: BodyOf<typeof verifyFileCall>,
): Promise<FileVerdict> {
  const { db, state } = services;
  const key = `file-code:unknown:${network(address)}`;
  if (Number((await state.get(key)) ?? 0) >= UNKNOWN_MAX)
    throw new AppError('AC_TOO_MANY_REQUESTS', { retryInMs: await state.left(key) });
  const hash = hashOfCode(plainCode(code));
  const [[owner]] = await db.read(NO_TENANT, [tenantOfCode(hash)]);
  const [[file]] = owner
    ? await db.read({ orgId: owner.tenant, userId: null }, [fileOfCode(owner.tenant, hash)])
    : [[]];
  if (!file) {
    await state.count(key, UNKNOWN_MS);
    return { genuine: false };
  }
  const { org_name, kind, made_at, digests } = file;
  return {
    genuine: true,
    org_name,
    kind,
    made_at,
    ...(sha256 !== undefined && digests.length > 0 && { matches: digests.includes(sha256) }),
  };
}

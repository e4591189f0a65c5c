import type { OrgContext } from '../../../platform/context/server/context.ts';
import { newPassword } from '../../../platform/identity/server/new-password.ts';
import { passwordDigest } from '../../../platform/signing/mac.ts';

export interface HashedPassword {
  password: string;
  hash: string;
}

/** A new password. Hashing takes long, so call it before the transaction that locks the owner. */
export async function hashedPassword({ services: { passwords } }: OrgContext): Promise<HashedPassword> {
  const password = newPassword();
  return { password, hash: await passwords.hash(passwordDigest(password)) };
}

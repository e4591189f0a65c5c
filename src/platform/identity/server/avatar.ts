import type { Services } from '../../context/server/services.ts';

type Parts = Pick<Services, 'installation' | 'log'>;

const purposeOf = (userId: string) => `avatar\n${userId}`;

/** The picture of an account as it is stored: an account belongs to no tenant, so the installation encrypts it. */
export const storedAvatar = ({ installation }: Pick<Parts, 'installation'>, userId: string, webp: Buffer) =>
  installation.encrypt(purposeOf(userId), webp.toString('base64'));

/** The address of an account's picture; empty where there is none, or it cannot be read. */
export async function avatarAddress({ installation, log }: Parts, userId: string, stored: string | null) {
  if (stored === null || !installation.isOwn(stored)) return '';
  try {
    return `data:image/webp;base64,${await installation.decrypt(purposeOf(userId), stored)}`;
  } catch (error) {
    log.warn({ err: error, user_id: userId }, 'the picture of an account cannot be read');
    return '';
  }
}

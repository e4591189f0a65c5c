import type { Services } from '../../../platform/context/server/services.ts';
import { isEncryptedText } from '../../../platform/crypto/server/data-keys.ts';
import { PARTS, type LibraryText } from '../rules/draft.ts';

export const placeOf = (libraryId: string, field: string) => ({ table: 'library_cases', row: libraryId, field });

type Encrypt = Pick<Services['keys'], 'encryptText'>;
type Decrypt = Pick<Services['keys'], 'decryptText'>;

/** The texts of a case, encrypted except for the title. */
export async function encryptTexts(
  keys: Encrypt,
  orgId: string,
  libraryId: string,
  texts: LibraryText,
): Promise<LibraryText> {
  const encrypted = { ...texts };
  for (const field of PARTS) encrypted[field] = await keys.encryptText(orgId, texts[field], placeOf(libraryId, field));
  return encrypted;
}

/** One text of a case; rows of the demo are encrypted some time after they were written. */
export const decryptOne = async (keys: Decrypt, orgId: string, libraryId: string, field: string, stored: string) =>
  isEncryptedText(stored) ? keys.decryptText(orgId, stored, placeOf(libraryId, field)) : stored;

/** The texts of a stored case. */
export async function decryptTexts(
  keys: Decrypt,
  orgId: string,
  stored: LibraryText & { library_id: string },
): Promise<LibraryText> {
  const texts: LibraryText = { title: stored.title, background: '', process: '', outcome: '', lessons: '' };
  for (const field of PARTS) texts[field] = await decryptOne(keys, orgId, stored.library_id, field, stored[field]);
  return texts;
}

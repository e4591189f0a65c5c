import { changeAccount } from '../../../platform/audit/server/change-account.ts';
import type { AccountContext, OrgContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalidWithMessage } from '../../../platform/errors/invalid.ts';
import { avatarAddress, storedAvatar } from '../../../platform/identity/server/avatar.ts';
import { setAvatar } from '../../../platform/identity/server/queries/accounts.ts';
import { portraitOf } from '../../../platform/media/server/make-thumbnail.ts';
import { readOwnPicture, removeOwnPicture } from '../../../platform/media/server/own-picture.ts';

/** The log says that the picture changed, and keeps no picture. */
const entry = (after: string) => ({ act: 'update', rowLabel: '头像', after: { avatar: after } });

/**
 * Gives the caller's own account a picture: a small square of an uploaded one, made again without any metadata. The
 * upload is deleted.
 *
 * @throws AppError PSY_INVALID_INPUT unless the file is the caller's own picture and can be drawn;
 *   PSY_ACCOUNT_CLOSED_HERE for a person whom an organisation vouches for
 */
export async function changeAvatar(ctx: OrgContext, fileId: string): Promise<{ avatar: string }> {
  const {
    services,
    caller: { userId, onlyOrg },
  } = ctx;
  if (onlyOrg !== undefined) throw new AppError('PSY_ACCOUNT_CLOSED_HERE');
  const portrait = await portraitOf(await readOwnPicture(ctx, fileId));
  if (!portrait) throw invalidWithMessage('/file_id', '这张图片无法用作头像，请换一张');
  const stored = await storedAvatar(services, userId, portrait);
  await changeAccount(ctx, userId, entry('已更换'), (tx) => tx.run(setAvatar(userId, stored, ctx.nowIso())));
  await removeOwnPicture(ctx, fileId);
  return { avatar: await avatarAddress(services, userId, stored) };
}

/** Removes the picture of the caller's own account. */
export async function removeAvatar(ctx: AccountContext): Promise<void> {
  const { userId } = ctx.caller;
  await changeAccount(ctx, userId, entry('已移除'), (tx) => tx.run(setAvatar(userId, null, ctx.nowIso())));
}

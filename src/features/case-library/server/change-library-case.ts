import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { inTransaction } from '../../../platform/context/server/make-context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid, invalidWithMessage } from '../../../platform/errors/invalid.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { notify, settle } from '../../notices/server/public.ts';
import type { LibraryText } from '../rules/draft.ts';
import { LIBRARY_STATUS } from '../rules/status.ts';
import { reviewersFor } from './find-reviewers.ts';
import { requireConsent, sharedSex } from './origin.ts';
import * as store from './queries.ts';
import { findingsIn, mayEdit, mayOpen, mayReview, mayTakeOut, type StoredLibraryCase } from './read-library-case.ts';
import { decryptTexts, encryptTexts, placeOf } from './texts.ts';

const RESOURCE = 'library-case';
const EMPTY: LibraryText = { title: '', background: '', process: '', outcome: '', lessons: '' };

interface Wanted {
  id: string;
  /** The version that the caller read. */
  version: number;
}

/**
 * A case that the caller may change in this way, locked until the transaction ends.
 *
 * @throws AppError PSY_NOT_FOUND, AC_FORBIDDEN, PSY_CONFLICT
 */
async function lockFor(
  tx: Tx,
  ctx: OrgContext,
  { id, version }: Wanted,
  may: (ctx: OrgContext, found: StoredLibraryCase) => boolean,
): Promise<StoredLibraryCase> {
  const [found] = await tx.run(store.lockLibraryCase(ctx.actor.orgId, id));
  if (!found || !mayOpen(ctx, found)) throw new AppError('PSY_NOT_FOUND');
  if (found.version !== version) throw new AppError('PSY_CONFLICT', { message: '这个案例刚刚有改动，请刷新后重试' });
  if (!may(ctx, found)) throw new AppError('AC_FORBIDDEN', { message: '现在不能这样处理这个案例' });
  return found;
}

const entry = (act: string, id: string) => ({ act, resource: RESOURCE, rowId: id });

/** Saves the texts of a draft. @throws AppError as `lockFor` */
export async function editLibraryCase(
  ctx: OrgContext,
  tx: Tx,
  { id, version, ...texts }: Wanted & LibraryText,
): Promise<void> {
  const { orgId } = ctx.actor;
  await lockFor(tx, ctx, { id, version }, mayEdit);
  const title = texts.title.trim();
  if (title === '') throw invalid('/title', '请填写标题');
  const named = (await findingsIn(inTransaction(ctx, tx), id, { ...EMPTY, title })).filter(({ certain }) => certain);
  if (named.length > 0)
    throw invalidWithMessage('/title', `标题中有可识别个人的内容：${named.map(({ text }) => text).join('、')}`);
  const encrypted = await encryptTexts(ctx.services.keys.within(tx), orgId, id, { ...texts, title });
  await tx.run(store.updateLibraryCase(orgId, id, encrypted));
  await audit(tx, ctx, entry('update', id));
}

/** @throws AppError PSY_CONFLICT with what is certain to identify a person, or where the consent is missing */
async function requireReady(ctx: OrgContext, found: StoredLibraryCase): Promise<{ sex: number | null }> {
  const { orgId } = ctx.actor;
  const [[link]] = await ctx.read([store.linkOf(orgId, found.library_id)]);
  const [[origin]] = await ctx.read([store.originOf(orgId, link?.case_id ?? '')]);
  requireConsent(origin, dayOf(ctx.now()));
  const texts = await decryptTexts(ctx.services.keys, orgId, found);
  const certain = (await findingsIn(ctx, found.library_id, texts)).filter((finding) => finding.certain);
  if (certain.length > 0)
    throw new AppError('PSY_CONFLICT', {
      message: `仍有可识别个人的内容：${certain.map(({ text }) => text).join('、')}`,
    });
  if (texts.process.trim() === '') throw new AppError('PSY_CONFLICT', { message: '请先写明过程与处置' });
  return { sex: await sharedSex(ctx, ctx.read, origin) };
}

/** Hands a draft over to a review. @throws AppError as `lockFor` and `requireReady` */
export async function submitLibraryCase(ctx: OrgContext, tx: Tx, wanted: Wanted): Promise<void> {
  const {
    actor: { orgId },
    caller: { userId },
    services,
  } = ctx;
  const { id } = wanted;
  const found = await lockFor(tx, ctx, wanted, mayEdit);
  const ready = await requireReady(inTransaction(ctx, tx), found);
  const reviewers = (await reviewersFor(tx, ctx)).filter((each) => each !== userId);
  if (reviewers.length === 0) throw new AppError('PSY_CONFLICT', { message: '学校尚无第二位可审核的教师' });
  await tx.run(
    store.updateLibraryCase(orgId, id, {
      ...ready,
      status: LIBRARY_STATUS.submitted,
      submitted_by: userId,
      words: null,
    }),
  );
  await notify(tx, services, orgId, reviewers, {
    kind: 'library_submitted',
    subject: { type: 'library_review', id },
  });
  await audit(tx, ctx, entry('submit', id));
}

/** Releases a case to all readers of the library. @throws AppError as `lockFor` and `requireReady` */
export async function releaseLibraryCase(ctx: OrgContext, tx: Tx, wanted: Wanted): Promise<void> {
  const {
    actor: { orgId },
    caller: { userId },
    services,
  } = ctx;
  const { id } = wanted;
  const found = await lockFor(tx, ctx, wanted, mayReview);
  const ready = await requireReady(inTransaction(ctx, tx), found);
  await tx.run(
    store.updateLibraryCase(orgId, id, {
      ...ready,
      status: LIBRARY_STATUS.released,
      released_by: userId,
      released_month: dayOf(ctx.now()).slice(0, 7),
    }),
  );
  await settle(tx, services, orgId, { type: 'library_review', id });
  await notify(tx, services, orgId, [found.created_by], {
    kind: 'library_released',
    subject: { type: 'library_case', id },
  });
  await audit(tx, ctx, entry('release', id));
}

/** Gives a case back to its author with words. @throws AppError as `lockFor` */
export async function returnLibraryCase(
  ctx: OrgContext,
  tx: Tx,
  { words, ...wanted }: Wanted & { words: string },
): Promise<void> {
  const { actor, services } = ctx;
  const { orgId } = actor;
  const { id } = wanted;
  const found = await lockFor(tx, ctx, wanted, mayReview);
  if (words.trim() === '') throw invalid('/words', '请写明需要修改的内容');
  const encrypted = await services.keys.within(tx).encryptText(orgId, words.trim(), placeOf(id, 'words'));
  await tx.run(store.updateLibraryCase(orgId, id, { status: LIBRARY_STATUS.returned, words: encrypted }));
  await settle(tx, services, orgId, { type: 'library_review', id });
  await notify(tx, services, orgId, [found.created_by], {
    kind: 'library_returned',
    subject: { type: 'library_case', id },
  });
  await audit(tx, ctx, entry('turn_back', id));
}

/** What follows when a case is gone: nothing is left to review or to change. */
async function noteGone(ctx: OrgContext, tx: Tx, id: string): Promise<void> {
  const { orgId } = ctx.actor;
  await settle(tx, ctx.services, orgId, { type: 'library_review', id });
  await settle(tx, ctx.services, orgId, { type: 'library_case', id });
  await audit(tx, ctx, entry('take_out', id));
}

/** Removes a case with its link; nothing of it stays. @throws AppError as `lockFor` */
export async function takeOutLibraryCase(ctx: OrgContext, tx: Tx, wanted: Wanted): Promise<void> {
  await lockFor(tx, ctx, wanted, mayTakeOut);
  await tx.run(store.deleteLink(ctx.actor.orgId, wanted.id));
  await noteGone(ctx, tx, wanted.id);
}

/** A withdrawn consent ends the use of the child's cases to learn from. */
export async function takeOutOfChild(ctx: OrgContext, tx: Tx, childId: string): Promise<void> {
  const gone = await tx.run(store.deleteLinksOfChild(ctx.actor.orgId, childId));
  for (const { library_id: id } of gone) await noteGone(ctx, tx, id);
}

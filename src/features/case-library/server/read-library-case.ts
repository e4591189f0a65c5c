import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { RowOf } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { withoutNulls } from '../../../platform/schema/json.ts';
import type { LibraryCase } from '../contract.ts';
import { findIdentifiers } from '../rules/deidentify.ts';
import { PARTS, type LibraryText } from '../rules/draft.ts';
import type { Finding } from '../rules/identifiers.ts';
import { isEditable, LIBRARY_STATUS } from '../rules/status.ts';
import * as store from './queries.ts';
import { readIdentifiers } from './read-identifiers.ts';
import { decryptOne, decryptTexts } from './texts.ts';

export type StoredLibraryCase = RowOf<ReturnType<typeof store.libraryCase>>;

const { submitted, released } = LIBRARY_STATUS;

const isAuthor = ({ caller: { userId } }: OrgContext, { created_by }: StoredLibraryCase) => created_by === userId;
const mayDecide = ({ actor, services: { access } }: OrgContext) =>
  access.decide(actor, 'case-library/review', 'decide');
const mayPropose = ({ actor, services: { access } }: OrgContext) =>
  access.decide(actor, 'case-library/propose', 'write');

/** Whether the caller may know of it: released, prepared by the caller, or waiting for a review by the caller. */
export const mayOpen = (ctx: OrgContext, found: StoredLibraryCase): boolean =>
  found.status === released || isAuthor(ctx, found) || (found.status === submitted && mayDecide(ctx));

/** The author of a text cannot review it. */
export const mayReview = (ctx: OrgContext, found: StoredLibraryCase): boolean =>
  found.status === submitted && mayDecide(ctx) && !isAuthor(ctx, found);

/** The author takes back what is not released yet; once released, everyone who may review takes it out. */
export const mayTakeOut = (ctx: OrgContext, found: StoredLibraryCase): boolean =>
  mayPropose(ctx) && (isAuthor(ctx, found) || (found.status === released && mayDecide(ctx)));

export const mayEdit = (ctx: OrgContext, found: StoredLibraryCase): boolean =>
  mayPropose(ctx) && isAuthor(ctx, found) && isEditable(found.status);

/** What the texts still give away, by everything that is known about the people of the case. */
export async function findingsIn(ctx: OrgContext, libraryId: string, texts: LibraryText): Promise<Finding[]> {
  const [[link]] = await ctx.read([store.linkOf(ctx.actor.orgId, libraryId)]);
  if (!link) throw new AppError('PSY_NOT_FOUND');
  const known = await readIdentifiers(ctx, link);
  return findIdentifiers([texts.title, ...PARTS.map((part) => texts[part])].join('\n'), known);
}

/** A stored case as its reader may see it. */
export async function presentLibraryCase(ctx: OrgContext, found: StoredLibraryCase): Promise<LibraryCase> {
  const {
    actor: { orgId },
    services: { keys },
  } = ctx;
  const { library_id, status, category_id, crisis_level, version } = found;
  const texts = await decryptTexts(keys, orgId, found);
  const isOpen = status !== released;
  return {
    library_id,
    status,
    category_id,
    crisis_level,
    version,
    ...withoutNulls({ period: found.period, sex: found.sex, released_month: found.released_month }),
    ...texts,
    ...(isOpen && { author_name: found.author_name ?? '', findings: await findingsIn(ctx, library_id, texts) }),
    ...(isOpen && found.words !== null && { words: await decryptOne(keys, orgId, library_id, 'words', found.words) }),
    may: { edit: mayEdit(ctx, found), review: mayReview(ctx, found), take_out: mayTakeOut(ctx, found) },
  };
}

/** @throws AppError PSY_NOT_FOUND */
export async function readLibraryCase(ctx: OrgContext, libraryId: string): Promise<LibraryCase> {
  const [[found]] = await ctx.read([store.libraryCase(ctx.actor.orgId, libraryId)]);
  if (!found || !mayOpen(ctx, found)) throw new AppError('PSY_NOT_FOUND');
  return presentLibraryCase(ctx, found);
}

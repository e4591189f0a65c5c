import { sessionStore } from '../../http/web/portal.ts';

/**
 * Moves the drafts of this window into the next session of the same person. The code is loaded only where there are
 * any.
 */
export async function keepDrafts(): Promise<void> {
  if (sessionStore.draftKey() === undefined) return;
  const { moveDrafts } = await import('./drafts.ts');
  await moveDrafts();
}

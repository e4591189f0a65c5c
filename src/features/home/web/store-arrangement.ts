import { call } from '../../../platform/http/web/call.ts';
import { indexConfig } from '../../../platform/session/contract.ts';
import type { CardPlace } from '../../../platform/session/home-cards.ts';
import { createIndexConfig, putIndexConfig } from '../../sites/public.ts';
import { arrangeHome } from '../contract.ts';

/** Whose home page is arranged: the user's in the current role, or that of everyone in the organisation. */
export type ArrangedFor = 'own' | 'organisation';

/** @throws ApiError */
export async function storeArrangement(whose: ArrangedFor, cards: CardPlace[] | null): Promise<void> {
  if (whose === 'own') {
    await call(arrangeHome, { body: { cards } }, { quiet: true });
    return;
  }
  const { updated_at } = await call(indexConfig, { query: {} }, { quiet: true });
  await call(updated_at === undefined ? createIndexConfig : putIndexConfig, { body: { cards } }, { quiet: true });
}

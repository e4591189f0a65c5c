import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';

/** The concern level of a student with its history, for the archive. */
export const ConcernCard = lazyPage(() => import('./ConcernCard.tsx').then((m) => m.ConcernCard));

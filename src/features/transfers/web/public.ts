import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';

/** What former schools have handed over about a student, for the archive. */
export const FormerRecords = lazyPage(() => import('./FormerRecords.tsx').then((m) => m.FormerRecords));

import { lazyPage } from '../../../ui/web/lazy-page.ts';

/** A masked value that may be asked for. Its code comes with the first one shown. */
export const MaskedValue = lazyPage(() => import('./MaskedValue.tsx').then((m) => m.MaskedValue));

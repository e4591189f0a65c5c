import { lazyPage } from '../../../ui/web/lazy-page.ts';

/** `MaskedValue`, loaded on demand. */
export const MaskedValue = lazyPage(() => import('./MaskedValue.tsx').then((m) => m.MaskedValue));

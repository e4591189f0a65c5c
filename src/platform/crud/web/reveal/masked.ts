import { lazyPage } from '../../../pages/web/lazy-page.ts';

/** Where a masked value stands: the field of a row. */
export interface MaskedPlace {
  entity: string;
  id: string;
  field: string;
  title: string;
}

/** A masked value that may be asked for. Its code comes with the first one shown. */
export const MaskedValue = lazyPage(() => import('./MaskedValue.tsx').then((m) => m.MaskedValue));

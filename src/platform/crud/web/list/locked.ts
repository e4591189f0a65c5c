import { isProtected } from '../../../access/secondary.ts';
import type { FieldSchema } from '../../../schema/types.ts';
import { mayNow, rightsStore } from '../../../session/web/rights.ts';
import { isVerified } from '../../../session/web/secondary.ts';
import { lazyPage } from '../../../ui/web/lazy-page.ts';

/** Whether the server leaves out a field until second-step verification (`x-area`). */
export const isLocked = ({ 'x-area': areas = [] }: FieldSchema): boolean =>
  areas.length > 0 &&
  areas.every((area) => !mayNow(area, 'open') || isProtected(rightsStore.get().protected, area)) &&
  !isVerified();

/** `LockedValue`, loaded on demand. */
export const LockedValue = lazyPage(() => import('./LockedValue.tsx').then((m) => m.LockedValue));

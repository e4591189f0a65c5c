import type { ComponentType } from 'react';

/** A page that needs no login (`spec §2`, public routes). */
export interface PublicPage {
  /** Route path. */
  path: string;
  /** Loads its code when it is opened. `DoorFrame` of `platform/ui` is the common layout. */
  load: () => Promise<ComponentType>;
}

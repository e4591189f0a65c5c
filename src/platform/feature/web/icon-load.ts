import type { ComponentType } from 'react';

/** An icon that a feature brings (`web/icons.ts`), loaded on demand because `feature.ts` is in the first bundle. */
export type IconLoad = () => Promise<ComponentType<{ 'aria-hidden': true }>>;

import { createStore } from '../../state/web/store.ts';

/** Number of exports started in this window; the header reloads its list when it changes. */
export const exportStarted = createStore(0);

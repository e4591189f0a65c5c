import { createStore } from '../../state/web/store.ts';

/** Counts the exports that were started in this window, so that the header looks at them. */
export const exportStarted = createStore(0);

import { createStore } from '../../../platform/session/web/store.ts';

/** How many notices wait for the person in this organisation. */
export const unreadNotices = createStore(0);

export const NOTICES_KEY = ['notices'];

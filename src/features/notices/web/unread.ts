import { createStore } from '../../../platform/state/web/store.ts';

/** Number of unread notices of the user in this organisation. */
export const unreadNotices = createStore(0);

export const NOTICES_KEY = ['notices'];

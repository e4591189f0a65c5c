import { NOTICES_KEY } from '../../notices/web/public.ts';

/** Queries of readers: a new notice makes them stale, as it does the bell. */
export const READING_KEY = [...NOTICES_KEY, 'announcements'];
export const WRITING_KEY = ['written-announcements'];

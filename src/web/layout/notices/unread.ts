import type { Notice } from '../../../shared/contract/notices.ts';
import { createStore } from '../../providers/store.ts';

/** How many notices wait for the person in this organisation. */
export const unreadNotices = createStore(0);

export const NOTICES_KEY = ['notices'];

/** Where what a notice is about is looked at; undefined where the header itself has it. */
const PATHS: Readonly<Record<string, (id: string) => string>> = {};

export const pathOfNotice = ({ subject_type, subject_id }: Notice): string | undefined => PATHS[subject_type]?.(encodeURIComponent(subject_id));

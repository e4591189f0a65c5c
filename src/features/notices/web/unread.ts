import type { Area } from '../../../platform/access/areas.ts';
import { mayNow } from '../../../platform/refine/web/access-control.ts';
import { createStore } from '../../../platform/session/web/store.ts';
import { openVerification } from '../../crisis/web/crisis-dialogs.ts';
import type { Notice } from '../contract.ts';

/** How many notices wait for the person in this organisation. */
export const unreadNotices = createStore(0);

export const NOTICES_KEY = ['notices'];

/** What notices are about can be looked at: by whom, and where. */
const SUBJECTS: Readonly<Record<string, { area: Area; open: (id: string, go: (path: string) => void) => void }>> = {
  warn: { area: 'crisis/warn', open: (id) => openVerification(id) },
  follow_up: { area: 'intervention/follow-up', open: (_, go) => go('/intervention/follow-up') },
};

/**
 * Opens what a notice is about; undefined where the header itself has it, or the role may not see it.
 *
 * @param go Leads to a page
 */
export function openerOf({ subject_type, subject_id }: Notice, go: (path: string) => void): (() => void) | undefined {
  const subject = Object.hasOwn(SUBJECTS, subject_type) ? SUBJECTS[subject_type] : undefined;
  return subject && mayNow(subject.area, 'open') ? () => subject.open(subject_id, go) : undefined;
}

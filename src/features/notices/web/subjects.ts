import type { NoticeSubject } from '../../../platform/feature/web/notice-subject.ts';
import { fromFeatures } from '../../../platform/feature/web/registry.ts';
import { mayNow } from '../../../platform/refine/web/access-control.ts';
import type { Notice } from '../contract.ts';

/** What notices are about, by `subject_type`. */
const subjects = fromFeatures(
  (features) => new Map<string, NoticeSubject>(features.flatMap(({ notices = {} }) => Object.entries(notices))),
);

/** Takes on what a notice is about; undefined where it asks for nothing. */
export function takeCall({ kind, subject_type, subject_id: id }: Notice): (() => Promise<unknown>) | undefined {
  const { asking, take } = subjects().get(subject_type) ?? {};
  return take !== undefined && asking?.includes(kind) === true ? () => take(id) : undefined;
}

/**
 * Opens what a notice is about; undefined where the header itself has it, or the role may not see it.
 *
 * @param go Leads to a page
 */
export function openerOf({ subject_type, subject_id }: Notice, go: (path: string) => void): (() => void) | undefined {
  const open = subjects().get(subject_type)?.open;
  return open && mayNow(open.area, 'open') ? () => open.run(subject_id, go) : undefined;
}

import type { NoticeSubject } from '../../../platform/feature/web/notice-subject.ts';
import { fromFeatures } from '../../../platform/feature/web/registry.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { mayNow } from '../../../platform/session/web/rights.ts';
import type { Notice } from '../contract.ts';

/** The subjects of notices, by `subject_type`. */
const subjects = fromFeatures(
  (features) => new Map<string, NoticeSubject>(features.flatMap(({ notices = {} }) => Object.entries(notices))),
);

/** The words of a notice, with the title of its subject where it has one. */
export const wordsOf = ({ kind, title }: Pick<Notice, 'kind' | 'title'>): string =>
  title === undefined ? labelOf('notice_kind', kind) : `${labelOf('notice_kind', kind)}：${title}`;

/** The page of the subject for a student or guardian; undefined where they have none. */
export const ownAddressOf = ({ subject_type, subject_id }: Pick<Notice, 'subject_type' | 'subject_id'>) =>
  subjects().get(subject_type)?.ownAddress?.(subject_id);

/** The call that acknowledges the subject of a notice; undefined where there is nothing to acknowledge. */
export function acknowledgeCall({ kind, subject_type, subject_id: id }: Notice): (() => Promise<unknown>) | undefined {
  const { asking, take } = subjects().get(subject_type) ?? {};
  return take !== undefined && asking?.includes(kind) === true ? () => take(id) : undefined;
}

/**
 * Returns a function that opens the subject of a notice; undefined where it has no page or the role may not open it.
 *
 * @param go Navigates to a page
 */
export function openerOf(
  { subject_type, subject_id }: Pick<Notice, 'subject_type' | 'subject_id'>,
  go: (path: string) => void,
): (() => void) | undefined {
  // A row says of which entity it is: `row:equipment`.
  const [type = '', of = ''] = subject_type.split(':');
  const { open, otherwise } = subjects().get(type) ?? {};
  const allowed = [open, otherwise].find((each) => each !== undefined && mayNow(each.area, 'open'));
  return allowed && (() => allowed.run(subject_id, go, of));
}

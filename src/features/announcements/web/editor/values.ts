import { EMPTY_DOCUMENT } from '../../../../platform/rich-text/rich-text.ts';
import type { Draft, WrittenAnnouncement } from '../../contract/writing.ts';
import type { AnnouncementKind } from '../../rules/kinds.ts';

/** What the form holds; everything that is sent but the kind of a text that exists. */
export type Values = Required<Omit<Draft, 'cover_id' | 'ends_at'>> & {
  cover_id: string | null;
  ends_at: string | null;
};

/** A new text: for all of the own staff, who are notified of announcements. */
export const newValues = (kind: AnnouncementKind, ownRoles: readonly number[]): Values => ({
  kind,
  title: '',
  summary: '',
  content: EMPTY_DOCUMENT,
  cover_id: null,
  audience: {
    role_ids: [...ownRoles],
    to_students: false,
    to_guardians: false,
    grades: [],
    class_ids: [],
    all_schools: false,
    school_ids: [],
  },
  pinned: false,
  banner: false,
  notifies: kind === 'announcement',
  ends_at: null,
});

export const valuesOf = (row: WrittenAnnouncement): Values => ({
  kind: row.kind,
  title: row.title,
  summary: row.summary,
  content: row.content,
  cover_id: row.cover_id ?? null,
  audience: row.audience,
  pinned: row.pinned,
  banner: row.banner,
  notifies: row.notifies,
  ends_at: row.ends_at ?? null,
});

import type { Generated, Selectable } from 'kysely';
import type { RichText } from '../../../../platform/rich-text/rich-text.ts';
import type { AnnouncementKind, AnnouncementState } from '../../rules/kinds.ts';

/** An announcement or article of its publisher. */
export interface AnnouncementsTable {
  /** The publisher: a school, or an institution that also addresses its schools. */
  org_id: string;
  announcement_id: string;
  kind: AnnouncementKind;
  title: string;
  summary: string;
  content: RichText;
  cover_id: string | null;
  role_ids: number[];
  to_students: boolean;
  to_guardians: boolean;
  grades: string[];
  class_ids: string[];
  all_schools: boolean;
  school_ids: string[];
  pinned: boolean;
  banner: boolean;
  notifies: boolean;
  status: Generated<AnnouncementState>;
  publisher_name: string | null;
  publish_at: string | null;
  published_at: string | null;
  published_by: string | null;
  ends_at: string | null;
  closed: Generated<boolean>;
  withdrawn_at: string | null;
  withdrawn_by: string | null;
  withdraw_reason: string | null;
  created_by: string;
  updated_by: string;
  version: Generated<number>;
  created_at: string;
  updated_at: string;
}
export type StoredAnnouncement = Selectable<AnnouncementsTable>;

/** What a person has read or dismissed. Tenant: the reader's organisation. */
export interface AnnouncementReadsTable {
  org_id: string;
  announcement_id: string;
  user_id: string;
  read_at: string | null;
  dismissed_at: string | null;
}
/** How far the notices have come in an organisation. Tenant: that organisation. */
export interface AnnouncementDeliveriesTable {
  org_id: string;
  announcement_id: string;
  publisher_id: string;
  state: 'running' | 'done' | 'over';
  after_user: Generated<string>;
  people: Generated<number>;
}
/** Readers of a school, in parts that add up; for its institution. Tenant: the school. */
export interface AnnouncementCountsTable {
  org_id: string;
  announcement_id: string;
  part: number;
  publisher_id: string;
  readers: number;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    announcements: AnnouncementsTable;
    announcement_reads: AnnouncementReadsTable;
    announcement_deliveries: AnnouncementDeliveriesTable;
    announcement_counts: AnnouncementCountsTable;
  }
}

import type { Generated } from 'kysely';

/** Lists of stored structures are JSON; texts marked encrypted are `encryptText` of the tenant's data key. */
export interface ExamsTable {
  org_id: string;
  exam_id: string;
  exam_name: string;
  scale_ids: string[];
  scale_versions: Generated<Record<string, string>>;
  norm_sets: Generated<Record<string, string>>;
  starts_at: string | null;
  ends_at: string | null;
  scope: Record<string, string[]>;
  /** `exam_place` of `schemas/enums.json`. */
  place: Generated<number>;
  consent_text: string | null;
  consent_required: Generated<boolean>;
  /** Further sheets after the first; null is unlimited. */
  retakes: number | null;
  visibility: Generated<Record<string, string>>;
  /** Accounts that are notified of critical answers first. */
  duty: Generated<string[]>;
  reasons: Generated<Record<string, string>>;
  status: Generated<'draft' | 'published' | 'closed' | 'archived'>;
  published_at: string | null;
  published_by: string | null;
  closed_at: string | null;
  copied_from: string | null;
  /** The institution's plan that the screening follows. */
  bureau_plan_id: string | null;
  /** A day on which totals of a scale were taken elsewhere. */
  imported: Generated<boolean>;
  /** Who asked for the last recalculation. */
  recalculated_by: string | null;
  created_by: string;
  version: Generated<number>;
  ext: Generated<Record<string, unknown>>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

/** One student's go at a screening. Class and names are those of the day of publication. */
export interface ExamSheetsTable {
  org_id: string;
  child_exam_id: string;
  exam_id: string;
  child_id: string;
  attempt: Generated<number>;
  class_id: string | null;
  class_name: string | null;
  period: number | null;
  grade: number | null;
  needs_consent: Generated<boolean>;
  consented_at: string | null;
  assented_at: string | null;
  withdrawn_at: string | null;
  started_at: string | null;
  last_answer_at: string | null;
  answered: Generated<number>;
  total: Generated<number>;
  /** Encrypted: the answers in force. */
  answers: string | null;
  /** Encrypted: the key of the drafts on the student's devices. */
  draft_key: string | null;
  /** The device that writes. */
  device: string | null;
  former_devices: Generated<string[]>;
  submitted_at: string | null;
  incomplete: Generated<boolean>;
  /** Scored from imported totals, without answers. */
  imported: Generated<boolean>;
  scored_at: string | null;
}

/** What arrived, in the order of arrival. */
export interface ExamAnswersTable {
  org_id: string;
  answer_id: string;
  child_exam_id: string;
  device: string;
  received_at: string;
  /** Encrypted. */
  answers: string;
  superseded: Generated<boolean>;
}

export interface ExamResultsTable {
  org_id: string;
  result_id: string;
  child_exam_id: string;
  exam_id: string;
  child_id: string;
  scale_id: string;
  version: string;
  wording: string;
  norm_set: string;
  valid: boolean;
  dimensions: unknown;
  marks: unknown;
  /** The result reaches its pack's cutoff, or a condition of an alert rule that held. */
  positive: Generated<boolean>;
  source: Generated<'answered' | 'imported'>;
  scored_at: string;
  /** A recalculation replaced it then. */
  ended_at: string | null;
  /** Who asked for that; null where the scores were corrected. */
  ended_by: string | null;
}

/** A score of a scale without items that was computed elsewhere. */
export interface ExamTotalsTable {
  org_id: string;
  total_id: string;
  child_id: string;
  scale_id: string;
  /** The title of the dimension. */
  dimension: string;
  dimension_id: string;
  score: number;
  tested_on: string;
  exam_id: string;
  child_exam_id: string;
  created_by: string;
  ext: Generated<Record<string, unknown>>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface ExamConsentsTable {
  org_id: string;
  consent_id: string;
  exam_id: string;
  child_id: string;
  /** `identity` of `schemas/enums.json`: the student, or a guardian. */
  identity: number;
  user_id: string;
  text: string;
  given_at: string;
  withdrawn_at: string | null;
}

export interface ExamCodesTable {
  org_id: string;
  code_hash: string;
  exam_id: string;
  child_exam_id: string;
  made_by: string;
  made_at: string;
  expires_at: string;
  used_at: string | null;
  device: string | null;
}

/** A device that has a sheet open. */
export interface ExamSeatsTable {
  org_id: string;
  child_exam_id: string;
  device: string;
  /** Answers that the device still has to send. */
  unsent: number;
  /** When it was last heard from, by the server's clock. */
  contact_at: string;
}

/** Which school a code belongs to; outside of row-level security, because it is typed before anything else is known. */
export interface ExamCodeTenantsTable {
  code_hash: string;
  tenant: string;
  expires_at: string;
}

export interface ScaleReleasesTable {
  org_id: string;
  scale_id: string;
  version: string;
  user_id: string;
  role_id: number;
  released_at: string;
}

export interface TalkRequestsTable {
  org_id: string;
  request_id: string;
  child_id: string;
  child_exam_id: string | null;
  user_id: string;
  wanted_with: string | null;
  /** Encrypted. */
  note: string | null;
  /** `talk_status` of `schemas/enums.json`. */
  status: Generated<number>;
  requested_at: string;
  handled_by: string | null;
  handled_at: string | null;
  /** Encrypted; shown to the student. */
  answer: string | null;
}

export interface ScreeningRulesTable {
  org_id: string;
  rule_id: string;
  title: string;
  conditions: unknown;
  level: number;
  active: Generated<boolean>;
  confirmed_by: string | null;
  confirmed_at: string | null;
  version: Generated<number>;
  created_by: string;
  created_at: string;
  updated_at: string;
}

/** Which rule raised a sheet, and the warning that stands for it. */
export interface ScreeningHitsTable {
  org_id: string;
  /** Of a rule; `positive` for a cutoff without a rule, `critical` for a critical answer. */
  rule_id: string;
  child_exam_id: string;
  exam_id: string;
  child_id: string;
  warn_id: string;
  raised_at: string;
}

/** A pack that a school installed, or a questionnaire that it published; never changed but for `removed_at`. */
export interface ScalePacksTable {
  org_id: string;
  scale_id: string;
  version: string;
  kind: 'scale' | 'totals' | 'questionnaire';
  /** The file's JSON. */
  document: string;
  checksum: string;
  signature: 'unsigned' | 'unknown' | 'valid';
  signed_by: string | null;
  declared_by: string | null;
  /** YYYY-MM-DD. */
  declared_on: string | null;
  statement: string | null;
  installed_by: string;
  installed_at: string;
  removed_at: string | null;
}

/** Schools that have installed a pack. A process may know only this before it works for a tenant. */
export interface ScalePackTenantsTable {
  org_id: string;
}

export interface ScaleConfirmationsTable {
  org_id: string;
  scale_id: string;
  version: string;
  user_id: string;
  reason: string;
  confirmed_at: string;
}

/** A questionnaire that a school composes. */
export interface QuestionnairesTable {
  org_id: string;
  scale_id: string;
  title: string;
  /** JSON; null where nothing is changed since the last publication. */
  draft: string | null;
  /** Counts the changes of the draft. */
  revision: Generated<number>;
  /** Number of the last published version; 0 where there is none. */
  published: Generated<number>;
  created_by: string;
  created_at: string;
  updated_by: string;
  updated_at: string;
}

declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    scale_packs: ScalePacksTable;
    scale_pack_tenants: ScalePackTenantsTable;
    scale_confirmations: ScaleConfirmationsTable;
    questionnaires: QuestionnairesTable;
    exams: ExamsTable;
    exam_sheets: ExamSheetsTable;
    exam_answers: ExamAnswersTable;
    exam_results: ExamResultsTable;
    exam_totals: ExamTotalsTable;
    exam_consents: ExamConsentsTable;
    exam_codes: ExamCodesTable;
    exam_code_tenants: ExamCodeTenantsTable;
    exam_seats: ExamSeatsTable;
    scale_releases: ScaleReleasesTable;
    talk_requests: TalkRequestsTable;
    screening_hits: ScreeningHitsTable;
    screening_rules: ScreeningRulesTable;
  }
}

import type { Mark } from '../../rules/scales/marks.ts';
import type { ScoredDimension } from '../../rules/scales/score.ts';

/**
 * Rows of the demo: releases of packs, and screenings with their sheets, results and consents, an institution's plan
 * with the answers of its schools.
 */
export interface ScreeningRows {
  scale_releases: {
    org_id: string;
    scale_id: string;
    version: string;
    user_id: string;
    role_id: number;
    released_at: string;
  }[];
  scale_confirmations: {
    org_id: string;
    scale_id: string;
    version: string;
    user_id: string;
    reason: string;
    confirmed_at: string;
  }[];
  questionnaires: {
    org_id: string;
    scale_id: string;
    title: string;
    revision: number;
    published: number;
    created_by: string;
    created_at: string;
    updated_by: string;
    updated_at: string;
  }[];
  scale_packs: {
    org_id: string;
    scale_id: string;
    version: string;
    kind: string;
    document: string;
    checksum: string;
    signature: 'unsigned';
    installed_by: string;
    installed_at: string;
  }[];
  scale_pack_tenants: { org_id: string }[];
  exams: {
    org_id: string;
    exam_id: string;
    exam_name: string;
    scale_ids: string[];
    scale_versions: Record<string, string>;
    starts_at: string;
    ends_at: string;
    scope: Record<string, string[]>;
    consent_text: string | null;
    consent_required: boolean;
    retakes: number;
    visibility: Record<string, string>;
    duty: string[];
    /** The plan of the institution that the screening follows. */
    bureau_plan_id: string | null;
    status: 'draft' | 'published' | 'closed';
    published_at: string | null;
    published_by: string | null;
    closed_at: string | null;
    created_by: string;
    created_at: string;
    updated_at: string;
  }[];
  bureau_plans: {
    org_id: string;
    plan_id: string;
    plan_name: string;
    bureau_name: string;
    scale_ids: string[];
    school_ids: string[];
    grades: string[];
    starts_at: string;
    ends_at: string;
    consent_text: string | null;
    visibility: Record<string, string>;
    note: string;
    status: 'sent';
    sent_at: string;
    sent_by: string;
    informed: string[];
    created_by: string;
    created_at: string;
    updated_at: string;
  }[];
  bureau_answers: {
    org_id: string;
    plan_id: string;
    bureau_id: string;
    status: 'accepted' | 'declined';
    reason: string | null;
    exam_id: string | null;
    answered_by: string;
    answered_at: string;
  }[];
  exam_sheets: {
    org_id: string;
    child_exam_id: string;
    exam_id: string;
    child_id: string;
    class_id: string;
    class_name: string;
    period: number;
    grade: number;
    needs_consent: boolean;
    consented_at: string | null;
    assented_at: string | null;
    started_at: string | null;
    last_answer_at: string | null;
    answered: number;
    total: number;
    answers: string | null;
    submitted_at: string | null;
    scored_at: string | null;
  }[];
  exam_results: {
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
    dimensions: ScoredDimension[];
    marks: Mark[];
    positive: boolean;
    scored_at: string;
  }[];
  screening_hits: {
    org_id: string;
    rule_id: string;
    child_exam_id: string;
    exam_id: string;
    child_id: string;
    warn_id: string;
    raised_at: string;
  }[];
  exam_consents: {
    org_id: string;
    consent_id: string;
    exam_id: string;
    child_id: string;
    identity: number;
    user_id: string;
    text: string;
    given_at: string;
  }[];
}

declare module '../../../../platform/demo/server/rows.ts' {
  interface DemoRows extends ScreeningRows {}
}

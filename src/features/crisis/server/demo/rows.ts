/** Rows of the demo: warnings, and cases with what happened in them. */
export interface CrisisRows {
  crisis_cases: {
    org_id: string;
    case_id: string;
    child_id: string;
    crisis_level: number;
    status: number;
    opened_at: string;
    first_contact_at?: string;
    closed_at?: string;
    closed_by?: string;
    owner_id?: string;
    next_on?: string;
    next_text?: string;
    version: number;
    ext: Record<string, unknown>;
  }[];
  warns: {
    org_id: string;
    warn_id: string;
    child_id: string;
    case_id?: string;
    class_id?: string;
    class_name?: string;
    period?: number;
    grade?: number;
    source: number;
    source_ref?: string;
    rule?: string;
    category_id: string;
    warn_content: string;
    source_type?: number;
    reporter_id: string;
    reported_at: string;
    valid_status: number;
    crisis_level?: number;
    suggested_level?: number;
    verdict_due?: string;
    reason?: string;
    verified_by?: string;
    verified_at?: string;
    acknowledged_by?: string;
    acknowledged_at?: string;
    drill: boolean;
    version: number;
    ext: Record<string, unknown>;
  }[];
  case_steps: {
    org_id: string;
    step_id: string;
    case_id: string;
    warn_id?: string;
    kind: string;
    record_table?: string;
    record_id?: string;
    level?: number;
    author_id: string;
    at: string;
    body?: string;
    restricted_to?: string;
    amends?: string;
    informed_at?: string;
    informed_how?: number;
    contact_result?: number;
  }[];
  safety_plans: {
    org_id: string;
    plan_id: string;
    case_id: string;
    edition: number;
    author_id: string;
    at: string;
    body: string;
  }[];
}

declare module '../../../../platform/demo/server/rows.ts' {
  interface DemoRows extends CrisisRows {}
}

/** Rows of the demo as they are inserted: a column that is absent takes its default. Days and instants are ISO texts. */

export interface AccountRow {
  user_id: string;
  login_name: string;
  login_key: string;
  password_hash: string;
  real_name: string;
  sex: number;
  mobile?: string;
}

/** What every record around a case has. */
interface RecordRow {
  org_id: string;
  child_id: string;
  case_id?: string;
  created_by: string;
  author_group: string;
  restricted?: boolean;
  ext: Record<string, unknown>;
  created_at: string;
  updated_at: string;
}
interface HappenedRow extends RecordRow {
  happened_at: string;
  content: string;
}

/** Records around a case (`records.ts`). */
export interface RecordRows {
  interventions: (HappenedRow & {
    intervention_id: string;
    way: number;
    minutes: number;
    effect_level: number;
    effect: string;
  })[];
  interviews: (HappenedRow & {
    interview_id: string;
    with_whom: number;
    way: number;
    minutes: number;
    conclusion: string;
  })[];
  sandplays: (HappenedRow & { sandplay_id: string; session_no: number; theme: string; meaning: string })[];
  drawings: (HappenedRow & { drawing_id: string; topic: number; title: string; meaning: string })[];
  custom_interventions: (HappenedRow & { custom_intervention_id: string; title: string })[];
  consulting_slots: {
    org_id: string;
    slot_id: string;
    created_by: string;
    weekday: number;
    starts: string;
    minutes: number;
    place: string;
    is_open: boolean;
    ext: Record<string, unknown>;
  }[];
  consulting_closures: {
    org_id: string;
    closure_id: string;
    created_by: string;
    from_on: string;
    to_on: string;
    reason: string;
    ext: Record<string, unknown>;
  }[];
  consultations: (RecordRow & {
    consultation_id: string;
    slot: string;
    counsellor_id: string;
    start_at: string;
    minutes: number;
    place: string;
    status: number;
    topic: string;
    content?: string;
    effect_level?: number;
    effect?: string;
  })[];
  referrals: (RecordRow & {
    referral_id: string;
    hospital: string;
    department: string;
    contact: string;
    referred_on: string;
    guardian_informed: boolean;
    status: number;
    reason: string;
  })[];
  referral_steps: {
    org_id: string;
    referral_id: string;
    step_no: number;
    step_id: string;
    status: number;
    user_id: string;
    at: string;
  }[];
  follow_ups: (RecordRow & {
    follow_up_id: string;
    referral_id?: string;
    due_on: string;
    plan: string;
    done_on?: string;
    content?: string;
    effect_level?: number;
  })[];
}

/** Warnings, and cases with what happened in them (`crisis.ts`). */
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
  }[];
}

/** One tenant's rows, tables in the order in which their keys refer to each other. */
export interface TenantRows extends RecordRows, CrisisRows {
  orgs: {
    org_id: string;
    parent_org_id?: string;
    org_name: string;
    org_type: number;
    edu_level?: number;
    service_type: number;
    product_status: number;
    account_expire_at: string;
    available_quota: number;
    total_quota: number;
  }[];
  org_features: { org_id: string; feature: string }[];
  org_settings: { org_id: string; consulting_offline_open: boolean; auto_create_user: boolean }[];
  sites: { org_id: string; host: string; is_custom: boolean; site_name: string; company_slogan: string }[];
  memberships: {
    org_id: string;
    user_id: string;
    identity: number;
    role_id?: number;
    role_extend: Record<string, unknown>;
  }[];
  years: {
    org_id: string;
    year_id: string;
    year_name: string;
    start_on: string;
    end_on: string;
    is_current: boolean;
  }[];
  edu_structures: { org_id: string; period: number; edu_type?: number; grades: number[] }[];
  colleges: {
    org_id: string;
    college_id: string;
    college_name: string;
    ext: Record<string, unknown>;
    updated_at?: string;
  }[];
  majors: {
    org_id: string;
    major_id: string;
    college_id: string;
    major_name: string;
    ext: Record<string, unknown>;
    updated_at?: string;
  }[];
  classes: {
    org_id: string;
    class_id: string;
    year_id: string;
    period: number;
    grade: number;
    class_no: number;
    class_name: string;
    college_id?: string;
    major_id?: string;
    remark?: string;
    ext: Record<string, unknown>;
    created_at: string;
    updated_at: string;
  }[];
  students: {
    org_id: string;
    child_id: string;
    student_id: string;
    class_id?: string;
    child_name: string;
    name_pinyin: string;
    student_no: string;
    sex: number;
    born_on: string;
    study_status: number;
    user_id?: string;
    ext: Record<string, unknown>;
    created_at: string;
    updated_at: string;
    id_card?: string;
    mobile?: string;
    address?: string;
    enrolled_on?: string;
  }[];
  enrolments: {
    org_id: string;
    child_id: string;
    since: string;
    study_status: number;
    class_id: string;
    class_name: string;
    period: number;
    grade: number;
    year_id: string;
    year_name: string;
  }[];
  guardians: {
    org_id: string;
    guardian_id: string;
    guardian_name: string;
    name_pinyin: string;
    mobile?: string;
    user_id?: string;
    ext: Record<string, unknown>;
    updated_at?: string;
  }[];
  guardian_children: { org_id: string; guardian_id: string; child_id: string; relation: number }[];
  audit_logs: {
    org_id: string;
    log_id: string;
    at: string;
    user_id: string;
    role_id: number;
    act: string;
    resource: string;
    row_id: string;
    row_label: string;
    before?: Record<string, unknown>;
    after?: Record<string, unknown>;
    address: string;
    request_id: string;
  }[];
  /** Marks log entries that must be linked. */
  audit_heads: { org_id: string }[];
  tenant_rows: {
    org_id: string;
    entity: string;
    row_id: string;
    ext: Record<string, unknown>;
    created_at: string;
    updated_at: string;
  }[];
  departments: {
    org_id: string;
    department_id: string;
    parent_id?: string;
    department_name: string;
    position: number;
  }[];
  department_edus: { org_id: string; department_id: string; period: number; grades: number[] }[];
  custom_groups: {
    org_id: string;
    group_id: string;
    group_name: string;
    remark?: string;
    created_by: string;
    ext: Record<string, unknown>;
    created_at: string;
    updated_at: string;
  }[];
  custom_group_members: { org_id: string; group_id: string; child_id: string; added_at: string }[];
  teachers: {
    org_id: string;
    user_id: string;
    teacher_name: string;
    teacher_no: string;
    sex: number;
    mobile?: string;
    department_id?: string;
    owns_account: boolean;
    created_at: string;
    updated_at: string;
  }[];
}

export type TenantTable = keyof TenantRows;

export const emptyTenant = (): TenantRows => ({
  orgs: [],
  org_features: [],
  org_settings: [],
  sites: [],
  memberships: [],
  years: [],
  edu_structures: [],
  colleges: [],
  majors: [],
  classes: [],
  students: [],
  enrolments: [],
  guardians: [],
  guardian_children: [],
  departments: [],
  department_edus: [],
  custom_groups: [],
  custom_group_members: [],
  teachers: [],
  audit_logs: [],
  audit_heads: [],
  tenant_rows: [],
  crisis_cases: [],
  warns: [],
  case_steps: [],
  interventions: [],
  interviews: [],
  sandplays: [],
  drawings: [],
  custom_interventions: [],
  consulting_slots: [],
  consulting_closures: [],
  consultations: [],
  referrals: [],
  referral_steps: [],
  follow_ups: [],
});

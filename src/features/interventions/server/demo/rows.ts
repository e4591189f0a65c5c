/** Rows of the demo: records around a case. */

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

declare module '../../../../platform/demo/server/rows.ts' {
  interface DemoRows extends RecordRows {}
}

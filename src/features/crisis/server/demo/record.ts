declare module '../../../../platform/demo/server/demo.ts' {
  interface DemoTenant {
    /** Records that a case of the same student takes in. They are drawn before the cases are made. */
    happened?: readonly DemoRecord[];
  }
}

/** A record that happened. */
export interface DemoRecord {
  table: string;
  id: string;
  /** Kind of the step that it is in a case (`case_step_kind`). */
  kind: string;
  at: string;
  record: { child_id: string; case_id?: string; created_by: string; author_group: string; restricted?: boolean };
}

/** A row as it is inserted: a column that is absent takes its default. Days and instants are ISO texts. */
export interface AccountRow {
  user_id: string;
  login_name: string;
  login_key: string;
  password_hash: string;
  real_name: string;
  sex: number;
  mobile?: string;
}

/** One tenant's rows by table. Each feature adds its tables by `declare module`. */
export interface DemoRows {
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
  memberships: {
    org_id: string;
    user_id: string;
    identity: number;
    role_id?: number;
    role_extend: Record<string, unknown>;
  }[];
}

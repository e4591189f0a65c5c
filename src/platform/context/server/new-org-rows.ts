/** What an organisation begins with. */
export interface NewOrg {
  org_id: string;
  parent_org_id?: string | undefined;
  org_name: string;
  org_type: number;
  /** Absent for institutions. */
  edu_level?: number | undefined;
  service_type: number;
  /** Default: in service. */
  product_status?: number;
  /** ISO time. */
  account_expire_at: string;
  /** Default: the one of the database. */
  protection_days?: number | undefined;
  total_quota: number;
  /** Places that are taken already; default 0. */
  taken?: number;
  /** Software features that are open (`spec §6`). */
  features: readonly string[];
  consulting_offline_open: boolean;
  auto_create_user: boolean;
}

/** The rows of the organisation itself, by table, each before those that refer to it. */
export const newOrgRows = ({
  features,
  consulting_offline_open,
  auto_create_user,
  taken = 0,
  product_status = 0,
  ...org
}: NewOrg) => ({
  orgs: [{ ...org, product_status, available_quota: org.total_quota - taken }],
  org_features: features.map((feature) => ({ org_id: org.org_id, feature })),
  org_settings: [{ org_id: org.org_id, consulting_offline_open, auto_create_user }],
});

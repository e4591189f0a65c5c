/** What a tenant of the demo is described by. Everything else follows from it. */

export interface PeriodSpec {
  period: number;
  edu_type?: number;
  /** Codes of `schemas/enums.json`, youngest first. */
  grades: readonly number[];
  /** How many years of school lie before the first grade. */
  schooledBefore: number;
}

/** A college and its majors; `turn` is the major's position among a grade's classes. */
export interface FacultySpec {
  college_name: string;
  majors: readonly { name: string; turn: number }[];
}

export interface SchoolSpec {
  periods: readonly PeriodSpec[];
  classesPerGrade: number;
  /** Enrolled in the current year, over all classes. */
  students: number;
  /** One in so many students is suspended; absent where none is. */
  suspendedOneIn?: number;
  faculty?: readonly FacultySpec[];
  /** A guardian of another tenant with a child here too, to demonstrate changing schools. */
  sharedGuardian?: { org_id: string; n: number };
  className(class_: { gradeLabel: string; classNo: number; entryYear: number }): string;
  /** The tenant's own fields of a class, as its overlay in `schemas/tenants` declares them. */
  classExt?(class_: { classNo: number; teacher: string }): Record<string, unknown>;
}

export interface TenantSpec {
  org_id: string;
  parent_org_id?: string;
  org_name: string;
  org_type: number;
  edu_level?: number;
  service_type: number;
  product_status: number;
  /** Days from seeding to the end of the service; negative where it has ended. */
  endsInDays: number;
  total_quota: number;
  site: { host: string; is_custom: boolean; site_name: string; company_slogan: string };
  /** Software features that are open (`spec §6`). */
  features: readonly string[];
  consulting_offline_open: boolean;
  auto_create_user: boolean;
  school?: SchoolSpec;
  /** Rows of resources that only this tenant has (`schemas/tenants`), by entity. */
  ownResources?: Readonly<Record<string, readonly Record<string, unknown>[]>>;
}

/** A person with roles at several tenants. */
export interface SharedStaffSpec {
  login: string;
  sex: number;
  posts: readonly { org_id: string; role_id: number; role_extend: Record<string, unknown> }[];
}

export interface DemoPlan {
  tenants: readonly TenantSpec[];
  sharedStaff: readonly SharedStaffSpec[];
}

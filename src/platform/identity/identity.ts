/**
 * The identity of a person (`spec §3`): the `role_id` of `roles[]` in user info. One person may have several. Operators
 * of the platform reach no data about people (`policies/access.csv`).
 */
export const IDENTITY = { student: 1, parent: 2, staff: 3, operator: 5 } as const;

/** The identity of a system that calls with a service account. No person has it. */
export const SYSTEM_IDENTITY = 4;

/** `org_type` of the provider itself, whose people are operators (`spec §3`, company). */
export const PLATFORM_TYPE = 99;

export const ORG_TYPE = { institution: 1, school: 2 } as const;

/** Value of `students.study_status` of a child who attends the school now (`spec §3`). */
export const ENROLLED = 1;
/** Value of `students.study_status` of a child who has graduated. */
export const STUDY_GRADUATED = 4;

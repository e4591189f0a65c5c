/** What a registration asks for: a new student with an account, or an account for a student on the roll. */
export const APPLICATION_KIND = { enrol: 'enrol', account: 'account' } as const;
export type ApplicationKind = (typeof APPLICATION_KIND)[keyof typeof APPLICATION_KIND];

/** Version of the words about privacy that a person agrees to. Raise it with their meaning. */
export const TERMS_VERSION = 1;

export const REASON_MAX = 200;

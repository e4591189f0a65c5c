/** Acts that a system may be given. None that deletes, reveals masked values, or sets passwords. */
export const SYSTEM_ACTS = ['open', 'export', 'create', 'update', 'import'] as const;
export type SystemAct = (typeof SYSTEM_ACTS)[number];

/** Longest life of an account, in days. */
export const DAYS_MAX = 366;
/** Networks of one account. */
export const NETWORKS_MAX = 20;
/** Accounts of one organisation that are in use. */
export const ACCOUNTS_MAX = 20;
/** Life of a token with which a system signs a person in, in milliseconds. */
export const TOKEN_KEY_MS = 60_000;
/** Hours for which the former secret stays valid beside a new one. */
export const OVERLAP_HOURS = [0, 24, 72, 168] as const;
/** What a system sends to say that it proves a private key (RFC 7523 §2.2). */
export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** Longest life of such a proof, in seconds. */
export const ASSERTION_SECONDS = 300;

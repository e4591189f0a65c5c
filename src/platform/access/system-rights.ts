/** Rights of systems alone, as `area act`: a person who may make a service account may give them. */
export const SYSTEM_RIGHTS: readonly string[] = ['sign-in-token create'];

/** Area and act of the right to make a service account. */
export const MAKES_SYSTEMS = ['service-account', 'create'] as const;

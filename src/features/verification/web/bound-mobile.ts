/** Invalidated after a mobile is bound. */
export const BOUND_MOBILE = ['bound-mobile'];
/** Invalidated after an authenticator is enrolled or removed. */
export const AUTHENTICATOR = ['authenticator'];

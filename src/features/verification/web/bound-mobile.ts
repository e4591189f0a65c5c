/** Invalidated after a mobile is bound. */
export const BOUND_MOBILE = ['bound-mobile'];

/** Whoever binds another mobile has this asked again. */
export const BOUND_MOBILE = ['bound-mobile'];

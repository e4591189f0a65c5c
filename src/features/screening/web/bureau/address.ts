/** The page of an institution's plan. */
export const planAddress = (planId: string): string => `/screening/bureau/${planId}`;

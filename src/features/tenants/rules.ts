/** Days that an operator who is alone waits before approving an erasure that this same person proposed. */
export const ALONE_DAYS = 7;

/** Reasons that the platform gives itself. They are stored by name, and pages say them in their language. */
export const FIXED_REASONS = ['gone', 'not_packed', 'not_erased', 'not_checked', 'not_imported', 'resumed'] as const;
export type FixedReason = (typeof FIXED_REASONS)[number];

/** Whether a stored reason is one of these, and not what a person has typed or a command has said. */
export const isFixedReason = (reason: string): reason is FixedReason => FIXED_REASONS.some((one) => one === reason);

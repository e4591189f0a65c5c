/** Days that an operator who is alone waits before approving an erasure that this same person proposed. */
export const ALONE_DAYS = 7;

/** Status of an export task on the wire (`export_status`). */
export const EXPORT_STATUS = { failed: -1, preparing: 0, ready: 1, expired: 2 } as const;

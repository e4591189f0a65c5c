/** States of a library case (`library_status`). */
export const LIBRARY_STATUS = { draft: 1, submitted: 2, released: 3, returned: 4 } as const;

/** Whether its author may change it. */
export const isEditable = (status: number): boolean =>
  status === LIBRARY_STATUS.draft || status === LIBRARY_STATUS.returned;

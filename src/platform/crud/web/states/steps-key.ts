/** Query key of the history of a row's states. */
export const stepsKey = (entity: string, id: string) => ['row-steps', entity, id] as const;

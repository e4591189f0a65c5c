import type { EntitySchema, FieldSchema } from './types.ts';

type Roles = readonly number[] | undefined;
/** Whether each of these roles is among the others; absent means all roles. */
export const within = (roles: Roles, others: Roles): boolean =>
  others === undefined || (roles !== undefined && roles.every((role) => others.includes(role)));

export const mayBeSeen = ({ 'x-seen-by': roles }: FieldSchema, role: number): boolean =>
  roles === undefined || roles.includes(role);

/** Whether a role fills in a field of a form. A role that does not see a field does not write it. */
export const mayBeWritten = (field: FieldSchema, role: number): boolean =>
  mayBeSeen(field, role) && (field['x-written-by']?.includes(role) ?? true);

/** Whether the role of a seen schema (`seenBy`) may not fill in this field, which others fill in. */
export const isClosed = (field: FieldSchema): boolean =>
  field['x-form'] !== undefined && (field['x-unseen'] === true || field.readOnly === true);

export const closedMessage = ({ title }: FieldSchema): string => `您的角色不能填写“${title}”`;

/** The fields that rows have, seen or not. */
export const heldFields = (schema: EntitySchema): [name: string, field: FieldSchema][] =>
  Object.entries(schema.properties).filter(
    ([, { 'x-hidden': hidden, 'x-unseen': unseen }]) => hidden !== true || unseen === true,
  );

/** The fields that rows have and that the role of a seen schema (`seenBy`) does not see. */
export const unseenFields = ({ properties }: EntitySchema): ReadonlySet<string> =>
  new Set(Object.entries(properties).flatMap(([name, field]) => (field['x-unseen'] ? [name] : [])));

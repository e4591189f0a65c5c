import type { States, StateValue, Transition } from './states.ts';
import type { EntitySchema, FieldSchema } from './types.ts';

type Row = Readonly<Record<string, unknown>>;

/** Whether rows of the entity have states in a field that this schema shows. */
export function stateField({
  properties,
  'x-resource': { states },
}: EntitySchema): { states: States; field: FieldSchema } | undefined {
  const field = states && properties[states.field];
  return states && field && !field['x-hidden'] ? { states, field } : undefined;
}

/** The state of a row; a row from before the entity had states is in the initial one. */
export function stateOf({ field, initial }: States, row: Row): StateValue {
  const value = row[field];
  return typeof value === 'string' || typeof value === 'number' ? value : initial;
}

/** The transitions that a role may do from a state, in their order. */
export const transitionsFrom = (
  { transitions }: States,
  state: StateValue,
  roleId: number | undefined,
): readonly Transition[] => transitions.filter(({ from, roles }) => from.includes(state) && allowsRole(roles, roleId));

/** Whether a list of roles, where there is one, names the role. */
export const allowsRole = (roles: readonly number[] | undefined, roleId: number | undefined): boolean =>
  roles === undefined || (roleId !== undefined && roles.includes(roleId));

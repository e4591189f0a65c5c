import { useUpdate, type HttpError } from '@refinedev/core';
import { App } from 'antd';
import { useMay } from '../../../refine/web/use-may.ts';
import { rowId, type Entity } from '../../../resources/contract/entity.ts';
import type { Row } from '../../../resources/contract/resource.ts';
import { isSettled } from '../../../schema/columns.ts';
import { stateField, stateOf, transitionsFrom } from '../../../schema/row-state.ts';
import type { StateValue, Transition } from '../../../schema/states.ts';
import { useCurrentUser } from '../../../session/web/current-user.ts';
import { failureOf, isCancelled, quietly } from '../../../ui/web/failure.ts';
import { moveKey } from '../states/move-key.ts';
import { useRoleId } from '../states/use-role-id.ts';

export interface Moves {
  /** Values that the row may get in the field of the board. */
  targetsOf: (row: Row) => readonly StateValue[];
  /** Changes the field by an edit, or begins the transition to this state. */
  move: (row: Row, to: StateValue) => void;
  /** Whether the field is a state, which acts of the row change. */
  byActs: boolean;
}

/**
 * How the rows of a board move between its columns: by transitions where the field is the state, else by an edit.
 *
 * @param onAct Runs an act of a row
 */
export function useMoves(entity: Entity, by: string, onAct: (key: string, row: Row) => void): Moves {
  const { message } = App.useApp();
  const { schema, name } = entity;
  const { area, owner } = schema['x-resource'];
  const mayUpdate = useMay(area, 'update') && schema['x-resource'].acts.includes('update');
  const roleId = useRoleId();
  const me = useCurrentUser().user.user_id;
  const { mutate } = useUpdate<Row, HttpError, Record<string, unknown>>({
    resource: name,
    mutationMode: 'pessimistic',
    ...quietly,
  });
  const field = schema.properties[by];
  const found = stateField(schema);
  const states = found?.states.field === by ? found.states : undefined;
  const mayMove = (row: Row) => mayUpdate && (owner === undefined || row[owner] === me);
  const isEdited = field?.['x-form']?.on.includes('edit') === true && !field.readOnly;
  const transitionsOf = (row: Row): readonly Transition[] =>
    states ? transitionsFrom(states, stateOf(states, row), roleId) : [];
  return {
    byActs: states !== undefined,
    targetsOf: (row) => {
      if (!mayMove(row)) return [];
      if (states) return transitionsOf(row).map(({ to }) => to);
      if (!isEdited || isSettled(schema, row)) return [];
      return (field.enum ?? []).filter((value) => value !== row[by]);
    },
    move: (row, to) => {
      const transition = transitionsOf(row).find((one) => one.to === to);
      if (transition) return onAct(moveKey(transition), row);
      if (states) return undefined;
      return mutate(
        {
          id: rowId(schema, row),
          values: { [by]: to, ...(row['updated_at'] !== undefined && { updated_at: row['updated_at'] }) },
        },
        {
          onError: (error) => {
            if (!isCancelled(error)) void message.error(failureOf(error).message);
          },
        },
      );
    },
  };
}

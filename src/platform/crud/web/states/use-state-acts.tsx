import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowExtra, RowsDialogProps } from '../../../feature/web/row-extra.ts';
import type { Entity } from '../../../resources/contract/entity.ts';
import { stateField, stateOf, transitionsFrom } from '../../../schema/row-state.ts';
import type { Transition } from '../../../schema/states.ts';
import { lazyPage } from '../../../ui/web/lazy-page.ts';
import { moveKey } from './move-key.ts';
import { SHOW } from './show-key.ts';
import { useRoleId } from './use-role-id.ts';

const MoveDialog = lazyPage(() => import('./MoveDialog.tsx').then((m) => m.MoveDialog));
const ShowDialog = lazyPage(() => import('../show/ShowDialog.tsx').then((m) => m.ShowDialog));

const NONE: readonly never[] = [];

const dialogOf = (transition: Transition) =>
  function Move(props: RowsDialogProps) {
    return <MoveDialog transition={transition} {...props} />;
  };

/** The acts that change the state of a row, for the current role, before those of page and features; and its details. */
export function useStateActs(entity: Entity | undefined, others: readonly RowExtra[]): readonly RowExtra[] {
  const { t } = useTranslation();
  const roleId = useRoleId();
  const schema = entity?.schema;
  const own = useMemo<readonly RowExtra[]>(() => {
    const found = schema && stateField(schema);
    const show: RowExtra = { key: SHOW, label: t('crud.show'), act: 'open', linked: true, Dialog: ShowDialog };
    if (!found) return schema?.['x-resource'].views ? [show] : NONE;
    const { states } = found;
    const moves = states.transitions.map((transition): RowExtra => ({
      key: moveKey(transition),
      label: transition.label,
      danger: transition.tone === 'red',
      leading: true,
      act: 'update',
      appliesTo: (row) => transitionsFrom(states, stateOf(states, row), roleId).includes(transition),
      Dialog: dialogOf(transition),
    }));
    return [...moves, show];
  }, [schema, roleId, t]);
  return useMemo(() => {
    if (own.length === 0) return others;
    const known = new Set(others.map(({ key }) => key));
    return [...own.filter(({ key }) => !known.has(key)), ...others];
  }, [own, others]);
}

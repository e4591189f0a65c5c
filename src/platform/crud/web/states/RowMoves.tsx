import { Button } from 'antd';
import { Suspense, useState } from 'react';
import type { Entity } from '../../../resources/contract/entity.ts';
import type { Row } from '../../../resources/contract/resource.ts';
import { stateOf, transitionsFrom } from '../../../schema/row-state.ts';
import type { States, Transition } from '../../../schema/states.ts';
import { MoveDialog } from './MoveDialog.tsx';
import { useRoleId } from './use-role-id.ts';
import styles from './states.module.css';

const NOTHING = () => undefined;

/** The transitions of a shown row as buttons; none where the role may do none now. */
export function RowMoves({ entity, row, states }: { entity: Entity; row: Row; states: States }) {
  const roleId = useRoleId();
  const [moving, setMoving] = useState<Transition>();
  const [open, setOpen] = useState(false);
  const possible = transitionsFrom(states, stateOf(states, row), roleId);
  return (
    <>
      {possible.length > 0 && (
        <div className={styles.acts}>
          {possible.map((transition) => (
            <Button
              key={transition.key}
              type={transition.tone === 'active' ? 'primary' : 'default'}
              danger={transition.tone === 'red'}
              onClick={() => {
                setMoving(transition);
                setOpen(true);
              }}
            >
              {transition.label}
            </Button>
          ))}
        </div>
      )}
      {moving && (
        <Suspense>
          <MoveDialog
            key={moving.key}
            transition={moving}
            entity={entity}
            rows={open ? [row] : undefined}
            onClose={() => setOpen(false)}
            onDone={NOTHING}
          />
        </Suspense>
      )}
    </>
  );
}

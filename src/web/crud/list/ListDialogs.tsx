import { Suspense } from 'react';
import type { Row } from '../../../shared/contract/resource.ts';
import type { ResourceAct } from '../../../shared/schema/types.ts';
import type { Extra } from '../extra.ts';
import { lazyPage } from '../../lazy-page.ts';
import { CreateDialog, EditDialog } from '../form/FormDialog.tsx';
import { useLast } from '../use-last.ts';
import type { Dialog } from '../use-dialog.ts';
import type { Entity } from '../use-entity.ts';

const DeleteDialog = lazyPage(() => import('../acts/DeleteDialog.tsx').then((m) => m.DeleteDialog));

interface Props {
  entity: Entity;
  extras: readonly Extra[];
  may: (act: ResourceAct) => boolean;
  dialog: Dialog;
  /** Rows that are to be deleted. */
  doomed: readonly Row[] | undefined;
  onSpared: () => void;
  onDeleted: (ids: readonly string[]) => void;
}

/** The dialogs of a list, each open while the address names it; an address opens none whose act the role may not do. */
export function ListDialogs({ entity, extras, may, dialog, doomed, onSpared, onDeleted }: Props) {
  const everDoomed = useLast(doomed) !== undefined;
  return (
    <>
      {may('create') && <CreateDialog entity={entity} open={dialog.opened('create') !== undefined} onClose={() => dialog.close('create')} />}
      {may('update') && <EditDialog entity={entity} id={dialog.opened('edit')} onClose={() => dialog.close('edit')} />}
      {extras.filter(({ act }) => may(act)).map(({ act, Dialog }) => (
        <Dialog key={act} entity={entity} open={dialog.opened(act) !== undefined} onClose={() => dialog.close(act)} />
      ))}
      {everDoomed && <Suspense><DeleteDialog entity={entity} rows={doomed} onClose={onSpared} onDeleted={onDeleted} /></Suspense>}
    </>
  );
}

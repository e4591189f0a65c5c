import { Suspense } from 'react';
import type { Row } from '../../../shared/contract/resource.ts';
import type { ResourceAct } from '../../../shared/schema/types.ts';
import { isLinked, type RowExtra } from '../acts/row-extra.ts';
import type { Extra } from '../extra.ts';
import { lazyPage } from '../../lazy-page.ts';
import { CreateDialog, EditDialog } from '../form/FormDialog.tsx';
import { useLast } from '../use-last.ts';
import type { Dialog } from '../use-dialog.ts';
import type { Entity } from '../use-entity.ts';

const ImportDialog = lazyPage(() => import('../import/ImportDialog.tsx').then((m) => m.ImportDialog));
const DeleteDialog = lazyPage(() => import('../acts/DeleteDialog.tsx').then((m) => m.DeleteDialog));

interface Props {
  entity: Entity;
  extras: readonly Extra[];
  may: (act: ResourceAct) => boolean;
  dialog: Dialog;
  /** The page's own row acts that the role may do. */
  offered: readonly RowExtra[];
  /** The one of them that is being done, and to which rows. */
  acting: Acting | undefined;
  onActed: () => void;
  /** Rows that are to be deleted. */
  doomed: readonly Row[] | undefined;
  onSpared: () => void;
  /** These rows are no longer what they were when they were selected. */
  onDone: (ids: readonly string[]) => void;
  /** Told of each row that was created, once its form is closed. */
  onCreated: ((row: Row) => void) | undefined;
}

export interface Acting { key: string; rows: readonly Row[] }

/** The dialogs of a list, each open while the address names it; an address opens none whose act the role may not do. */
export function ListDialogs({ entity, extras, may, dialog, offered, acting, onActed, doomed, onSpared, onDone, onCreated }: Props) {
  const everDoomed = useLast(doomed) !== undefined;
  const importing = dialog.opened('import');
  const everImported = useLast(importing) !== undefined;
  return (
    <>
      {may('create') && <CreateDialog entity={entity} open={dialog.opened('create') !== undefined} onClose={() => dialog.close('create')} onCreated={onCreated} />}
      {may('update') && <EditDialog entity={entity} id={dialog.opened('edit')} onClose={() => dialog.close('edit')} />}
      {extras.filter(({ act }) => may(act)).map(({ act, Dialog }) => (
        <Dialog key={act} entity={entity} open={dialog.opened(act) !== undefined} onClose={() => dialog.close(act)} />
      ))}
      {offered.map((extra) => (isLinked(extra)
        ? <extra.Dialog key={extra.key} entity={entity} id={dialog.opened(extra.key)} onClose={() => dialog.close(extra.key)} />
        : <extra.Dialog key={extra.key} entity={entity} rows={acting?.key === extra.key ? acting.rows : undefined} onClose={onActed} onDone={onDone} />))}
      {may('import') && everImported && (
        <Suspense><ImportDialog entity={entity} opened={importing} onOpen={(id) => dialog.swap('import', id)} onClose={() => dialog.close('import')} /></Suspense>
      )}
      {everDoomed && <Suspense><DeleteDialog entity={entity} rows={doomed} onClose={onSpared} onDeleted={onDone} /></Suspense>}
    </>
  );
}

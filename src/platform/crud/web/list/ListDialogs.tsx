import { Suspense, useState, type ReactNode } from 'react';
import { hasDialog, isLinked, type RowExtra } from '../../../feature/web/row-extra.ts';
import type { Entity } from '../../../resources/contract/entity.ts';
import type { Row } from '../../../resources/contract/resource.ts';
import type { ResourceAct } from '../../../schema/resource-meta.ts';
import { lazyPage } from '../../../ui/web/lazy-page.ts';
import type { Deletion } from '../deletion.ts';
import type { Extra } from '../extra.ts';
import { InAddress } from '../Sheet.tsx';
import type { Dialog } from '../use-dialog.ts';
import { useLast } from '../use-last.ts';

const CreateDialog = lazyPage(async () => (await import('../form/FormDialog.tsx')).CreateDialog);
const EditDialog = lazyPage(async () => (await import('../form/FormDialog.tsx')).EditDialog);
const ImportDialog = lazyPage(() => import('../import/ImportDialog.tsx').then((m) => m.ImportDialog));
const DeleteDialog = lazyPage(() => import('../acts/DeleteDialog.tsx').then((m) => m.DeleteDialog));

interface Props {
  entity: Entity;
  extras: readonly Extra[];
  may: (act: ResourceAct) => boolean;
  dialog: Dialog;
  /** Row acts that the role may do. */
  offered: readonly RowExtra[];
  /** The running act and its rows. */
  acting: Acting | undefined;
  onActed: () => void;
  /** Rows to delete. */
  toDelete: readonly Row[] | undefined;
  deletion: Deletion | undefined;
  onDeleteCancelled: () => void;
  /** Called with the ids of the changed rows. */
  onDone: (ids: readonly string[]) => void;
  /** Called with each created row, after its form has closed. */
  onCreated: ((row: Row) => void) | undefined;
}

export interface Acting {
  key: string;
  rows: readonly Row[];
}

/** Mounts its children when `now` is first true, which loads their code; they stay mounted for the closing animation. */
function MountOnFirstOpen({
  now,
  addressed = true,
  children,
}: {
  now: boolean;
  addressed?: boolean;
  children: ReactNode;
}) {
  return (
    useLast(now || undefined) && (
      <InAddress value={addressed}>
        <Suspense>{children}</Suspense>
      </InAddress>
    )
  );
}

/** Remounts the dialog on each opening, so that input for one row is not kept for the next. */
function ResetOnReopen({
  what,
  addressed,
  children,
}: {
  what: string | readonly Row[] | undefined;
  addressed: boolean;
  children: ReactNode;
}) {
  const [last, setLast] = useState({ what, opening: 0 });
  if (last.what !== what) setLast({ what, opening: last.opening + (what === undefined ? 0 : 1) });
  return (
    <MountOnFirstOpen key={last.opening} now={what !== undefined} addressed={addressed}>
      {children}
    </MountOnFirstOpen>
  );
}

/** The dialogs of a list, opened by the URL. A dialog is rendered only if the role may do its act. */
export function ListDialogs({
  entity,
  extras,
  may,
  dialog,
  offered,
  acting,
  onActed,
  toDelete,
  deletion,
  onDeleteCancelled,
  onDone,
  onCreated,
}: Props) {
  const creating = dialog.opened('create') !== undefined;
  const editing = dialog.opened('edit');
  const importing = dialog.opened('import');
  return (
    <>
      {may('create') && (
        <MountOnFirstOpen now={creating}>
          <CreateDialog entity={entity} open={creating} onClose={() => dialog.close('create')} onCreated={onCreated} />
        </MountOnFirstOpen>
      )}
      {may('update') && (
        <MountOnFirstOpen now={editing !== undefined}>
          <EditDialog entity={entity} id={editing} onClose={() => dialog.close('edit')} />
        </MountOnFirstOpen>
      )}
      {extras
        .filter(({ act }) => may(act))
        .map(({ act, Dialog }) => (
          <MountOnFirstOpen key={act} now={dialog.opened(act) !== undefined}>
            <Dialog entity={entity} open={dialog.opened(act) !== undefined} onClose={() => dialog.close(act)} />
          </MountOnFirstOpen>
        ))}
      {offered.filter(hasDialog).map((extra) => {
        const id = dialog.opened(extra.key);
        const rows = acting?.key === extra.key ? acting.rows : undefined;
        return (
          <ResetOnReopen key={extra.key} what={isLinked(extra) ? id : rows} addressed={isLinked(extra)}>
            {isLinked(extra) ? (
              <extra.Dialog entity={entity} id={id} onClose={() => dialog.close(extra.key)} />
            ) : (
              <extra.Dialog entity={entity} rows={rows} onClose={onActed} onDone={onDone} />
            )}
          </ResetOnReopen>
        );
      })}
      {may('import') && (
        <MountOnFirstOpen now={importing !== undefined}>
          <ImportDialog
            entity={entity}
            opened={importing}
            onOpen={(id) => dialog.swap('import', id)}
            onClose={() => dialog.close('import')}
          />
        </MountOnFirstOpen>
      )}
      <MountOnFirstOpen now={toDelete !== undefined} addressed={false}>
        <DeleteDialog
          entity={entity}
          rows={toDelete}
          refusal={deletion?.refusal}
          onClose={onDeleteCancelled}
          onDeleted={onDone}
        />
      </MountOnFirstOpen>
    </>
  );
}

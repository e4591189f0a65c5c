import { useOne } from '@refinedev/core';
import { Button, Skeleton } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { InAddress } from '../../../platform/crud/web/Sheet.tsx';
import { Facts } from '../../../platform/crud/web/show/Facts.tsx';
import { useDialog } from '../../../platform/crud/web/use-dialog.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import type { Entity } from '../../../platform/resources/contract/entity.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { quietly } from '../../../platform/ui/web/failure.ts';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';
import type { DepartmentNode } from '../../organisation/public.ts';
import { deletionOf } from './deletion.ts';
import { GradesPanel } from './GradesPanel.tsx';
import { PeopleList } from './PeopleList.tsx';
import { StagesDialog } from './StagesDialog.tsx';
import { useGrades, useInCharge, useReload } from './use-structure.ts';
import styles from './structure.module.css';

const CreateDialog = lazyPage(
  async () => (await import('../../../platform/crud/web/form/FormDialog.tsx')).CreateDialog,
);
const EditDialog = lazyPage(async () => (await import('../../../platform/crud/web/form/FormDialog.tsx')).EditDialog);
const DeleteDialog = lazyPage(
  async () => (await import('../../../platform/crud/web/acts/DeleteDialog.tsx')).DeleteDialog,
);

interface Props {
  entity: Entity;
  node: DepartmentNode;
  isRoot: boolean;
  onDeleted: () => void;
}

/** A department: its acts, fields, grades and people. The root is the organisation itself. */
export function DepartmentPanel({ entity, node, isRoot, onDeleted }: Props) {
  const { t } = useTranslation();
  const { area } = entity.schema['x-resource'];
  const may = { create: useMay(area, 'create'), update: useMay(area, 'update'), delete: useMay(area, 'delete') };
  const mayGrades = useMay('org-manage/structure/grades', 'open');
  const maySetGrades = useMay('org-manage/structure/grades', 'update');
  const { query, result: row } = useOne<Row>({
    resource: entity.name,
    id: node.node_id,
    ...quietly,
    queryOptions: { enabled: !isRoot },
  });
  const grades = useGrades(node.node_id, mayGrades);
  const charges = useInCharge(mayGrades);
  // What is below them would move.
  const arrived = (isRoot || row !== undefined || query.isError) && !grades.isLoading && !charges.isLoading;
  const reload = useReload();
  const dialog = useDialog();
  const [toDelete, setToDelete] = useState<readonly Row[]>();
  const [settingGrades, setSettingGrades] = useState(false);
  const { refusal } = useMemo(() => deletionOf(t), [t]);
  const [creating, editing] = [dialog.opened('create') !== undefined, dialog.opened('edit')];

  return (
    <section className={styles.panel} aria-label={node.node_name}>
      <div className={styles.head}>
        <h2>
          {node.teachers > 0 ? t('structure.people', { name: node.node_name, count: node.teachers }) : node.node_name}
        </h2>
        {may.create && (
          <Button type="primary" onClick={() => dialog.open('create')}>
            {t('structure.add')}
          </Button>
        )}
        {!isRoot && may.update && (
          <Button onClick={() => dialog.open('edit', node.node_id)}>{t('structure.edit')}</Button>
        )}
        {!isRoot && may.delete && (
          <Button danger disabled={row === undefined} onClick={() => setToDelete(row && [row])}>
            {t('structure.remove')}
          </Button>
        )}
        {!isRoot && maySetGrades && (
          <Button onClick={() => setSettingGrades(true)} disabled={grades.data === undefined}>
            {t('structure.editStages')}
          </Button>
        )}
      </div>
      {!isRoot &&
        (query.isError ? (
          <FailedState error={query.error} onRetry={() => void query.refetch()} />
        ) : row ? (
          <Facts entity={entity} row={row} />
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 3 }} />
        ))}
      {mayGrades && <GradesPanel grades={grades} isRoot={isRoot} />}
      {arrived && <PeopleList id={node.node_id} isRoot={isRoot} />}

      <Suspense>
        <InAddress value>
          {creating && may.create && (
            <CreateDialog
              entity={entity}
              open
              preset={isRoot ? {} : { parent_id: node.node_id }}
              onClose={() => dialog.close('create')}
            />
          )}
          {editing !== undefined && may.update && (
            <EditDialog entity={entity} id={editing} onClose={() => dialog.close('edit')} />
          )}
        </InAddress>
        {toDelete && (
          <DeleteDialog
            entity={entity}
            rows={toDelete}
            refusal={refusal}
            onClose={() => setToDelete(undefined)}
            onDeleted={onDeleted}
          />
        )}
      </Suspense>
      <StagesDialog
        open={settingGrades}
        node={node}
        grades={grades.data}
        onClose={() => setSettingGrades(false)}
        onDone={() => void reload()}
      />
    </section>
  );
}

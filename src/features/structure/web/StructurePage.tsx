import { App, Button, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { ChargeDialog, type Charge } from './ChargeDialog.tsx';
import { positionsOf, type Place } from './department-positions.ts';
import { DepartmentDialog, type Task } from './DepartmentDialog.tsx';
import { DepartmentTree } from './DepartmentTree.tsx';
import { InChargeList } from './InChargeList.tsx';
import { StagesDialog } from './StagesDialog.tsx';
import { useDepartments, useGrades, useInCharge, useMove, useReload } from './use-structure.ts';
import page from '../../../platform/crud/web/page.module.css';
import styles from './structure.module.css';

const AREA = 'org-manage/structure';

/** /org-manage/structure: the department tree; for the selected department its stages, grades and staff in charge. */
export function StructurePage() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const may = { create: useMay(AREA, 'create'), update: useMay(AREA, 'update'), delete: useMay(AREA, 'delete') };
  const tree = useDepartments();
  const charges = useInCharge();
  const reload = useReload();
  // The address holds the selected department, so that a reload keeps it.
  const [search, setSearch] = useSearchParams();
  const select = (department: string) => setSearch({ department }, { replace: true });
  const [task, setTask] = useState<Task>();
  const [charge, setCharge] = useState<Charge>();
  const [editingStages, setEditingStages] = useState(false);

  const positions = useMemo(() => positionsOf(tree.data ?? []), [tree.data]);
  const [root] = tree.data ?? [];
  const selected = positions.get(search.get('department') ?? '')?.node ?? root;
  const grades = useGrades(selected?.node_id);
  const isRoot = selected === root;

  const moveTo = useMove(root?.node_id);
  const move = async (id: string, place: Place) => {
    const node = positions.get(id)?.node;
    if (!node) return;
    try {
      await moveTo(node, place);
      void message.success(t('structure.moved', { name: node.node_name }));
    } catch (error) {
      const { message: text, details } = failureOf(error);
      void message.error(details[0]?.message ?? text);
    }
  };
  if (tree.error) return <FailedState error={tree.error} onRetry={() => void reload()} />;
  const failure = charges.error ?? grades.error;
  const acts =
    selected && !isRoot
      ? (['rename', 'move', 'remove'] as const).filter((kind) => may[kind === 'remove' ? 'delete' : 'update'])
      : [];
  return (
    <div className={page.page}>
      <PageTitle title={t('structure.title')} about={t('structure.about')} />
      <div className={styles.columns}>
        <section className={styles.panel} aria-label={t('structure.tree')}>
          {root && selected ? (
            <DepartmentTree
              nodes={tree.data ?? []}
              positions={positions}
              selected={selected.node_id}
              onSelect={select}
              onMove={may.update ? (id, place) => void move(id, place) : undefined}
            />
          ) : (
            <Skeleton active title={false} paragraph={{ rows: 8 }} />
          )}
        </section>
        <section className={styles.panel} aria-label={selected?.node_name}>
          {selected && (
            <div className={styles.head}>
              <h2>
                {selected.teachers > 0
                  ? t('structure.people', { name: selected.node_name, count: selected.teachers })
                  : selected.node_name}
              </h2>
              {may.create && (
                <Button type="primary" onClick={() => setTask({ kind: 'add', node: selected })}>
                  {t('structure.add')}
                </Button>
              )}
              {acts.map((kind) => (
                <Button key={kind} danger={kind === 'remove'} onClick={() => setTask({ kind, node: selected })}>
                  {t(`structure.${kind}`)}
                </Button>
              ))}
              {!isRoot && may.update && (
                <Button onClick={() => setEditingStages(true)} disabled={grades.data === undefined}>
                  {t('structure.editStages')}
                </Button>
              )}
            </div>
          )}
          {failure && <FailedState error={failure} onRetry={() => void reload()} />}
          {!failure &&
            (grades.data && charges.data ? (
              grades.data.items.length > 0 ? (
                <InChargeList
                  key={selected?.node_id}
                  grades={grades.data}
                  inCharge={charges.data}
                  onAssign={setCharge}
                />
              ) : (
                <p className={styles.help}>{t(isRoot ? 'structure.noSchoolStages' : 'structure.noStages')}</p>
              )
            ) : (
              <Skeleton active title={false} paragraph={{ rows: 6 }} />
            ))}
        </section>
      </div>
      {root && (
        <DepartmentDialog
          task={task}
          root={root}
          positions={positions}
          onClose={() => setTask(undefined)}
          onDone={() => void reload()}
        />
      )}
      {selected && (
        <StagesDialog
          open={editingStages}
          node={selected}
          grades={grades.data}
          onClose={() => setEditingStages(false)}
          onDone={() => void reload()}
        />
      )}
      <ChargeDialog charge={charge} onClose={() => setCharge(undefined)} />
    </div>
  );
}

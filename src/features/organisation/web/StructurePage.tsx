import { App, Button, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { failureOf } from '../../../platform/crud/web/failure.ts';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { ChargeDialog, type Charge } from './ChargeDialog.tsx';
import { DepartmentDialog, type Task } from './DepartmentDialog.tsx';
import { DepartmentTree } from './DepartmentTree.tsx';
import { InChargeList } from './InChargeList.tsx';
import { placesOf, type Place } from './places.ts';
import { StagesDialog } from './StagesDialog.tsx';
import { useDepartments, useGrades, useInCharge, useMove, useReload } from './use-structure.ts';
import page from '../../../platform/crud/web/page.module.css';
import styles from './structure.module.css';

const AREA = 'org-manage/structure';

/** Departments as a tree; of the chosen one its stages and grades, and who is in charge of them and of their classes. */
export function StructurePage() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const may = { create: useMay(AREA, 'create'), update: useMay(AREA, 'update'), delete: useMay(AREA, 'delete') };
  const tree = useDepartments();
  const charges = useInCharge();
  const reload = useReload();
  // In the address, so that a reload comes back to it.
  const [search, setSearch] = useSearchParams();
  const choose = (department: string) => setSearch({ department }, { replace: true });
  const [task, setTask] = useState<Task>();
  const [charge, setCharge] = useState<Charge>();
  const [staging, setStaging] = useState(false);

  const places = useMemo(() => placesOf(tree.data ?? []), [tree.data]);
  const [root] = tree.data ?? [];
  const here = places.get(search.get('department') ?? '')?.node ?? root;
  const grades = useGrades(here?.node_id);
  const isRoot = here === root;

  const moveTo = useMove(root?.node_id);
  const drop = async (id: string, place: Place) => {
    const node = places.get(id)?.node;
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
    here && !isRoot
      ? (['rename', 'move', 'remove'] as const).filter((kind) => may[kind === 'remove' ? 'delete' : 'update'])
      : [];
  return (
    <div className={page.page}>
      <PageTitle title={t('structure.title')} about={t('structure.about')} />
      <div className={styles.columns}>
        <section className={styles.panel} aria-label={t('structure.tree')}>
          {root && here ? (
            <DepartmentTree
              nodes={tree.data ?? []}
              places={places}
              selected={here.node_id}
              onSelect={choose}
              onMove={may.update ? (id, place) => void drop(id, place) : undefined}
            />
          ) : (
            <Skeleton active title={false} paragraph={{ rows: 8 }} />
          )}
        </section>
        <section className={styles.panel} aria-label={here?.node_name}>
          {here && (
            <div className={styles.head}>
              <h2>
                {here.teachers > 0
                  ? t('structure.people', { name: here.node_name, count: here.teachers })
                  : here.node_name}
              </h2>
              {may.create && (
                <Button type="primary" onClick={() => setTask({ kind: 'add', node: here })}>
                  {t('structure.add')}
                </Button>
              )}
              {acts.map((kind) => (
                <Button key={kind} danger={kind === 'remove'} onClick={() => setTask({ kind, node: here })}>
                  {t(`structure.${kind}`)}
                </Button>
              ))}
              {!isRoot && may.update && (
                <Button onClick={() => setStaging(true)} disabled={grades.data === undefined}>
                  {t('structure.editStages')}
                </Button>
              )}
            </div>
          )}
          {failure && <FailedState error={failure} onRetry={() => void reload()} />}
          {!failure &&
            (grades.data && charges.data ? (
              grades.data.items.length > 0 ? (
                <InChargeList key={here?.node_id} grades={grades.data} inCharge={charges.data} onAssign={setCharge} />
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
          places={places}
          onClose={() => setTask(undefined)}
          onDone={() => void reload()}
        />
      )}
      {here && (
        <StagesDialog
          open={staging}
          node={here}
          grades={grades.data}
          onClose={() => setStaging(false)}
          onDone={() => void reload()}
        />
      )}
      <ChargeDialog charge={charge} onClose={() => setCharge(undefined)} />
    </div>
  );
}

import { App, Skeleton } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { useEntity } from '../../../platform/crud/web/use-entity.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { ResizablePanel } from '../../../platform/ui/web/panel/ResizablePanel.tsx';
import { useDepartments } from '../../organisation/web/public.ts';
import { positionsOf, type Place } from './department-positions.ts';
import { DepartmentPanel } from './DepartmentPanel.tsx';
import { DepartmentTree } from './DepartmentTree.tsx';
import { useMove, useReload } from './use-structure.ts';
import page from '../../../platform/crud/web/page.module.css';
import styles from './structure.module.css';

/** The tree of departments, and what belongs to the selected one. */
export function TreeView({ acts }: { acts: ReactNode }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const entity = useEntity('department');
  const mayUpdate = useMay('org-manage/structure', 'update');
  const mayGrades = useMay('org-manage/structure/grades', 'open');
  const tree = useDepartments();
  const reload = useReload();
  // The address holds the selected department, so that a reload keeps it.
  const [search, setSearch] = useSearchParams();
  const select = (department: string) => setSearch({ department }, { replace: true });

  const positions = useMemo(() => positionsOf(tree.data ?? []), [tree.data]);
  const [root] = tree.data ?? [];
  const selected = positions.get(search.get('department') ?? '')?.node ?? root;

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
  return (
    <div className={page.page}>
      <PageTitle
        title={t('structure.title')}
        about={t(mayGrades ? 'structure.about' : 'structure.aboutDepartments')}
        acts={acts}
      />
      <div className={styles.columns}>
        <ResizablePanel name="departments" label={t('structure.tree')} initial={360} className={styles.panel}>
          {root && selected ? (
            <DepartmentTree
              nodes={tree.data ?? []}
              positions={positions}
              selected={selected.node_id}
              onSelect={select}
              onMove={mayUpdate ? (id, place) => void move(id, place) : undefined}
            />
          ) : (
            <Skeleton active title={false} paragraph={{ rows: 8 }} />
          )}
        </ResizablePanel>
        {root && selected && entity && (
          <DepartmentPanel
            key={selected.node_id}
            entity={entity}
            node={selected}
            isRoot={selected === root}
            onDeleted={() => select(positions.get(selected.node_id)?.parent?.node_id ?? root.node_id)}
          />
        )}
      </div>
    </div>
  );
}

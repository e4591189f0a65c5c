import { useInfiniteList } from '@refinedev/core';
import { Alert, Button, Skeleton, Tree, type TreeDataNode } from 'antd';
import { useEffect, useMemo, useState, type Key, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGE_SIZE_MAX } from '../../../contract/common.ts';
import { rowId } from '../../../resources/contract/entity.ts';
import type { Row } from '../../../resources/contract/resource.ts';
import { readableValue, referredEntity } from '../../../schema/references.ts';
import { unitOf } from '../../../schema/types.ts';
import { TREE_LEVELS, TREE_MAX } from '../../../schema/views.ts';
import { quietly } from '../../../ui/web/failure.ts';
import { FailedState } from '../list/states.tsx';
import type { ViewProps } from './content-props.ts';
import { titleOfRow } from './RowCard.tsx';
import { groupsOfRows, treeOfRows, type TreeNode } from './tree-of-rows.ts';
import styles from './shown-as.module.css';

const HEIGHT = 600;

/** All rows of a list, page after page, up to the limit of a tree. */
function useAllRows({ entity, filters }: Pick<ViewProps, 'entity' | 'filters'>) {
  const { query } = useInfiniteList<Row>({
    resource: entity.name,
    pagination: { currentPage: 1, pageSize: PAGE_SIZE_MAX },
    filters: Object.entries(filters).map(([field, value]) => ({ field, operator: 'eq', value })),
    ...quietly,
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data).slice(0, TREE_MAX), [data]);
  const isWhole = !hasNextPage || (rows?.length ?? 0) >= TREE_MAX;
  useEffect(() => {
    if (rows !== undefined && !isWhole && !isFetching && !isError) void fetchNextPage();
  }, [rows, isWhole, isFetching, isError, fetchNextPage]);
  return { query, rows, isWhole, total: data?.pages[0]?.total ?? 0 };
}

/** The nodes of a view: rows below rows of their own resource, or below rows of another one. */
function nodesOf({ entity: { schema }, view: { by = '' } }: Pick<ViewProps, 'entity' | 'view'>, rows: readonly Row[]) {
  const field = schema.properties[by];
  const idOf = (row: Row) => rowId(schema, row);
  const aboveOf = (row: Row) => (typeof row[by] === 'string' && row[by] !== '' ? row[by] : undefined);
  if (field && referredEntity(field) !== schema.$id)
    return groupsOfRows(rows, { idOf, aboveOf, nameOf: (row) => String(readableValue(row, by)) });
  return treeOfRows(rows, { idOf, aboveOf, levels: TREE_LEVELS });
}

interface Entry {
  /**
   * Names the node in the tree; the tree reads it to screen readers, so it is the title, and a number where two share
   * it.
   */
  key: string;
  title: string;
  node: TreeNode<Row>;
  children: Entry[];
}

/** The nodes with their titles. */
function entriesOf(nodes: readonly TreeNode<Row>[], titleOf: (row: Row) => string): Entry[] {
  const seen = new Map<string, number>();
  const entryOf = (node: TreeNode<Row>): Entry => {
    const title = node.row ? titleOf(node.row) : (node.name ?? '');
    const n = (seen.get(title) ?? 0) + 1;
    seen.set(title, n);
    return { key: n === 1 ? title : `${title} ${n}`, title, node, children: node.children.map(entryOf) };
  };
  return nodes.map(entryOf);
}

const allOf = (entries: readonly Entry[]): Entry[] => entries.flatMap((one) => [one, ...allOf(one.children)]);

/** The rows below each other, as a tree that arrow keys open and close; Enter or a click opens the details. */
export function TreeView({ empty, ...props }: ViewProps & { empty: ReactNode }) {
  const { entity, view, onShow } = props;
  const { t } = useTranslation();
  const { query, rows, isWhole, total } = useAllRows(props);
  const entries = useMemo(
    () => rows && entriesOf(nodesOf({ entity, view }, rows), (row) => titleOfRow({ entity, view }, row)),
    [rows, entity, view],
  );
  const [expanded, setExpanded] = useState<readonly Key[]>([]);
  const dataOf = (all: readonly Entry[]): TreeDataNode[] =>
    all.map(({ key, title, node: { row, isCircular }, children }) => ({
      key,
      title: (
        <>
          {title}
          {children.length > 0 && <span className={styles.below}>{children.length}</span>}
          {isCircular && <span className={styles.circular}>{t('crud.shownAs.circular')}</span>}
        </>
      ),
      selectable: row !== undefined,
      children: dataOf(children),
    }));
  if (query.isError) return <FailedState error={query.error} onRetry={() => void query.refetch()} />;
  if (rows === undefined || entries === undefined || !isWhole)
    return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
  if (rows.length === 0) return empty;
  const all = allOf(entries);
  const withRows = new Map(all.map(({ key, node }) => [key, node.row]));
  const branches = all.flatMap(({ key, children }) => (children.length > 0 ? [key] : []));
  const left = total - rows.length;
  return (
    <div className={styles.tree}>
      {left > 0 && (
        <Alert
          type="info"
          showIcon
          message={t('crud.shownAs.treeTooMany', { count: left, unit: unitOf(entity.schema) })}
        />
      )}
      {branches.length > 0 && (
        <div className={styles.bar}>
          <Button size="small" onClick={() => setExpanded(branches)}>
            {t('crud.shownAs.openAll')}
          </Button>
          <Button size="small" disabled={expanded.length === 0} onClick={() => setExpanded([])}>
            {t('crud.shownAs.closeAll')}
          </Button>
        </div>
      )}
      <Tree
        blockNode
        motion={false}
        height={HEIGHT}
        aria-label={view.title}
        treeData={dataOf(entries)}
        selectedKeys={[]}
        expandedKeys={[...expanded]}
        onExpand={setExpanded}
        onSelect={(_, { node }) => {
          const row = withRows.get(String(node.key));
          if (row) onShow(row);
        }}
      />
    </div>
  );
}

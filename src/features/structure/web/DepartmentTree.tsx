import { SearchOutlined } from '@ant-design/icons';
import { Empty, Input, Tree, type TreeDataNode, type TreeProps } from 'antd';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ComponentRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMobile } from '../../../platform/ui/web/use-mobile.ts';
import type { DepartmentNode } from '../../organisation/public.ts';
import { pathOf, type Place, type TreePosition } from './department-positions.ts';
import styles from './structure.module.css';

const HEIGHT = 560;
const PHONE_HEIGHT = 280;

const dataOf = (nodes: readonly DepartmentNode[]): TreeDataNode[] =>
  nodes.map(({ node_id, node_name, teachers, next_level }) => ({
    key: node_id,
    title: (
      <>
        <span>{node_name}</span>
        {teachers > 0 && <span className={styles.count}>{teachers}</span>}
      </>
    ),
    children: dataOf(next_level),
  }));

/** The nodes whose name contains the text, with all their ancestors. */
function nodesMatching(nodes: readonly DepartmentNode[], text: string): DepartmentNode[] {
  return nodes.flatMap((node) => {
    const below = nodesMatching(node.next_level, text);
    return below.length > 0 || node.node_name.toLowerCase().includes(text) ? [{ ...node, next_level: below }] : [];
  });
}

interface Props {
  nodes: readonly DepartmentNode[];
  positions: ReadonlyMap<string, TreePosition>;
  selected: string;
  onSelect: (id: string) => void;
  /** Undefined where the role may not move departments. */
  onMove: ((id: string, place: Place) => void) | undefined;
}

/** The tree of departments. Only visible rows are rendered, so that it stays fast with thousands of departments. */
export function DepartmentTree({ nodes, positions, selected, onSelect, onMove }: Props) {
  const { t } = useTranslation();
  const mobile = useMobile();
  const tree = useRef<ComponentRef<typeof Tree>>(null);
  const [text, setText] = useState('');
  // The search is deferred, so that typing stays fast with thousands of rows.
  const searchText = useDeferredValue(text.trim().toLowerCase());
  const searching = searchText !== '';
  const treeData = useMemo(
    () => dataOf(searching ? nodesMatching(nodes, searchText) : nodes),
    [nodes, searchText, searching],
  );
  const rootKeys = nodes.map(({ node_id }) => node_id);
  const [expandedKeys, setExpandedKeys] = useState<readonly string[]>(() => [
    ...rootKeys,
    selected,
    ...pathOf(positions, selected),
  ]);
  const allKeys = useMemo(() => [...positions.keys()], [positions]);

  // Shows the selected department and what is below it; scrolls to it after loading and after a search.
  const [expandedFor, setExpandedFor] = useState(selected);
  if (expandedFor !== selected && !searching) {
    setExpandedFor(selected);
    setExpandedKeys((keys) => [...new Set([...keys, selected, ...pathOf(positions, selected)])]);
  }
  const count = positions.size;
  useEffect(() => {
    if (!searching) tree.current?.scrollTo({ key: selected });
  }, [selected, searching, count]);

  const moveDropped: NonNullable<TreeProps['onDrop']> = ({ node, dragNode, dropToGap, dropPosition }) => {
    const id = String(dragNode.key);
    const target = String(node.key);
    const parent = positions.get(target)?.parent;
    if (!dropToGap || !parent) return onMove?.(id, { parent_id: target, before_id: null });
    const before = dropPosition - Number(node.pos.split('-').at(-1)) < 0;
    const siblings = parent.next_level.map(({ node_id }) => node_id).filter((each) => each !== id);
    const next = before ? target : siblings[siblings.indexOf(target) + 1];
    return onMove?.(id, { parent_id: parent.node_id, before_id: next ?? null });
  };
  return (
    <>
      <Input
        allowClear
        prefix={<SearchOutlined aria-hidden />}
        className={styles.space}
        placeholder={t('structure.search')}
        aria-label={t('structure.search')}
        onChange={({ target }) => setText(target.value)}
      />
      {treeData.length === 0 ? (
        <Empty description={t('structure.noMatch')} />
      ) : (
        <Tree
          ref={tree}
          blockNode
          virtual
          motion={false}
          height={mobile ? PHONE_HEIGHT : HEIGHT}
          treeData={treeData}
          selectedKeys={[selected]}
          aria-label={t('structure.tree')}
          expandedKeys={searching ? allKeys : [...expandedKeys]}
          onExpand={(keys) => setExpandedKeys(keys.map(String))}
          onSelect={(_, { node }) => onSelect(String(node.key))}
          draggable={
            onMove && !searching && !mobile
              ? { icon: false, nodeDraggable: ({ key }) => !rootKeys.includes(String(key)) }
              : false
          }
          allowDrop={({ dropNode, dropPosition }) => dropPosition === 0 || !rootKeys.includes(String(dropNode.key))}
          onDrop={moveDropped}
        />
      )}
    </>
  );
}

import { Empty, Input, Tree, type TreeDataNode, type TreeProps } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DepartmentNode } from '../../../../shared/contract/structure.ts';
import { useMobile } from '../../../layout/use-mobile.ts';
import styles from './structure.module.css';
import type { Placed } from './use-structure.ts';

const HEIGHT = 560;
const PHONE_HEIGHT = 280;

/** Where a department goes: under whom, and before which sibling (null: last). */
export interface Place { parent_id: string; before_id: string | null }

const dataOf = (nodes: readonly DepartmentNode[]): TreeDataNode[] => nodes.map(({ node_id, node_name, next_level }) => ({ key: node_id, title: node_name, children: dataOf(next_level) }));

/** Only what has the text in its name, with everything above it. */
function found(nodes: readonly DepartmentNode[], text: string): DepartmentNode[] {
  return nodes.flatMap((node) => {
    const below = found(node.next_level, text);
    return below.length > 0 || node.node_name.toLowerCase().includes(text) ? [{ ...node, next_level: below }] : [];
  });
}

interface Props {
  nodes: readonly DepartmentNode[];
  places: ReadonlyMap<string, Placed>;
  selected: string;
  onSelect: (id: string) => void;
  /** Absent where the role may not move anything. */
  onMove: ((id: string, place: Place) => void) | undefined;
}

/** The tree of departments; only the rows in sight are drawn, so that thousands scroll and drag as a few do. */
export function DepartmentTree({ nodes, places, selected, onSelect, onMove }: Props) {
  const { t } = useTranslation();
  const mobile = useMobile();
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const shown = useMemo(() => (wanted === '' ? nodes : found(nodes, wanted)), [nodes, wanted]);
  const treeData = useMemo(() => dataOf(shown), [shown]);
  const rootKeys = nodes.map(({ node_id }) => node_id);
  const [opened, setOpened] = useState<readonly string[]>();
  const expandedKeys = wanted === '' ? [...(opened ?? rootKeys)] : [...places.keys()];

  const drop: NonNullable<TreeProps['onDrop']> = ({ node, dragNode, dropToGap, dropPosition }) => {
    const [id, target] = [String(dragNode.key), String(node.key)];
    const parent = places.get(target)?.parent;
    if (!dropToGap || !parent) return onMove?.(id, { parent_id: target, before_id: null });
    const before = dropPosition - Number(node.pos.split('-').at(-1)) < 0;
    const siblings = parent.next_level.map(({ node_id }) => node_id).filter((each) => each !== id);
    const next = before ? target : siblings[siblings.indexOf(target) + 1];
    return onMove?.(id, { parent_id: parent.node_id, before_id: next ?? null });
  };
  return (
    <>
      <Input.Search allowClear className={styles.space} placeholder={t('structure.search')} aria-label={t('structure.search')} onChange={({ target }) => setText(target.value)} />
      {treeData.length === 0
        ? <Empty description={t('structure.noMatch')} />
        : (
          <Tree
            blockNode virtual height={mobile ? PHONE_HEIGHT : HEIGHT} treeData={treeData} selectedKeys={[selected]} expandedKeys={expandedKeys} aria-label={t('structure.tree')}
            onExpand={(keys) => setOpened(keys.map(String))} onSelect={([key]) => key !== undefined && onSelect(String(key))}
            draggable={onMove && wanted === '' ? { icon: false, nodeDraggable: ({ key }) => !rootKeys.includes(String(key)) } : false}
            allowDrop={({ dropNode, dropPosition }) => dropPosition === 0 || !rootKeys.includes(String(dropNode.key))} onDrop={drop}
          />
        )}
    </>
  );
}

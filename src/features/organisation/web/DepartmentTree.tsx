import { SearchOutlined } from '@ant-design/icons';
import { Empty, Input, Tree, type TreeDataNode, type TreeProps } from 'antd';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ComponentRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMobile } from '../../../platform/ui/web/use-mobile.ts';
import type { DepartmentNode } from '../contract/structure.ts';
import { pathOf, type Place, type Placed } from './places.ts';
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
  const tree = useRef<ComponentRef<typeof Tree>>(null);
  const [text, setText] = useState('');
  // Typing goes first: thousands of rows are searched when the keys rest.
  const wanted = useDeferredValue(text.trim().toLowerCase());
  const searching = wanted !== '';
  const treeData = useMemo(() => dataOf(searching ? found(nodes, wanted) : nodes), [nodes, wanted, searching]);
  const rootKeys = nodes.map(({ node_id }) => node_id);
  const [opened, setOpened] = useState<readonly string[]>(() => [...rootKeys, ...pathOf(places, selected)]);
  const everything = useMemo(() => [...places.keys()], [places]);

  // What is chosen is in sight: when the page comes, and again when a search is over.
  const [sought, setSought] = useState(selected);
  if (sought !== selected && !searching) {
    setSought(selected);
    setOpened((keys) => [...new Set([...keys, ...pathOf(places, selected)])]);
  }
  const count = places.size;
  useEffect(() => {
    if (!searching) tree.current?.scrollTo({ key: selected });
  }, [selected, searching, count]);

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
          expandedKeys={searching ? everything : [...opened]}
          onExpand={(keys) => setOpened(keys.map(String))}
          onSelect={(_, { node }) => onSelect(String(node.key))}
          draggable={
            onMove && !searching && !mobile
              ? { icon: false, nodeDraggable: ({ key }) => !rootKeys.includes(String(key)) }
              : false
          }
          allowDrop={({ dropNode, dropPosition }) => dropPosition === 0 || !rootKeys.includes(String(dropNode.key))}
          onDrop={drop}
        />
      )}
    </>
  );
}

import { TreeSelect } from 'antd';
import type { ClassNode } from '../../../shared/contract/org.ts';
import { described, type ControlProps } from './control.ts';
import { useClassesTree } from './use-structures.ts';

/** Org node type of a class (`spec §3`); the nodes above it only group. */
const CLASS_LEVEL = 4;

interface TreeNode { value: string; title: string; selectable: boolean; children: TreeNode[] }

const treeOf = (nodes: readonly ClassNode[]): TreeNode[] =>
  nodes.map((node) => ({ value: node.node_id, title: node.node_name, selectable: node.level === CLASS_LEVEL, children: treeOf(node.next_level) }));

/** A class, found by its period and grade or by its name. */
export function ClassPick(props: ControlProps) {
  const { data, isLoading } = useClassesTree();
  return (
    <TreeSelect<string>
      id={props.id} placeholder={props.placeholder} disabled={props.disabled} loading={isLoading} style={{ width: '100%' }}
      treeData={treeOf(data ?? [])} showSearch treeNodeFilterProp="title" allowClear multiple={props.multiple}
      value={typeof props.value === 'string' ? props.value : undefined}
      onChange={(value: string | undefined) => props.onChange(value)}
      onBlur={props.onBlur}
      {...described(props)}
    />
  );
}

import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import type { ClassNode } from '../../../shared/contract/org.ts';
import { NODE_LEVEL } from '../../../shared/rules/class-tree.ts';
import { described, type ControlProps } from './control.ts';
import { useClassesTree } from './use-structures.ts';

interface TreeNode { value: string; title: string; selectable: boolean; children: TreeNode[] }

/** The nodes above the classes only group; their ids are those of periods and grades, which share numbers, so each is named by its whole way. */
const treeOf = (nodes: readonly ClassNode[], way = ''): TreeNode[] => nodes.map(({ node_id, node_name, level, next_level }) => {
  const isClass = level === NODE_LEVEL.class;
  const value = isClass ? node_id : `${way}/${node_id}`;
  return { value, title: node_name, selectable: isClass, children: treeOf(next_level, value) };
});

/** A single school says nothing that one does not know. */
const rootsOf = (data: readonly ClassNode[]) => treeOf(data.length === 1 ? (data[0]?.next_level ?? []) : data);

const isText = (value: unknown): value is string => typeof value === 'string';

/** A class, found by its period and grade or by its name. */
export function ClassPick(props: ControlProps) {
  const { data, isLoading } = useClassesTree();
  const roots = useMemo(() => rootsOf(data ?? []), [data]);
  const several = Array.isArray(props.value) ? props.value.filter(isText) : [];
  return (
    <TreeSelect<string | string[]>
      // What is expanded at first is read once, when there is a tree.
      key={String(data === undefined)} treeDefaultExpandedKeys={roots.map(({ value }) => value)} listHeight={320}
      id={props.id} placeholder={props.placeholder} disabled={props.disabled} loading={isLoading} style={{ width: '100%' }}
      treeData={roots} showSearch treeNodeFilterProp="title" allowClear multiple={props.multiple}
      value={props.multiple ? several : isText(props.value) ? props.value : undefined}
      onChange={(value) => props.onChange(Array.isArray(value) && value.length === 0 ? undefined : value)}
      onBlur={props.onBlur}
      {...described(props)}
    />
  );
}

import { TreeSelect } from 'antd';
import { ariaProps, type ControlProps } from '../../../../platform/feature/web/control.ts';
import type { DepartmentNode } from '../../contract/departments.ts';
import { useDepartments } from './use-departments.ts';

interface TreeNode {
  value: string;
  title: string;
  children: TreeNode[];
}
/** Without one department and those below it. */
const treeOf = (nodes: readonly DepartmentNode[], without: string | undefined): TreeNode[] =>
  nodes
    .filter(({ node_id }) => node_id !== without)
    .map(({ node_id, node_name, next_level }) => ({
      value: node_id,
      title: node_name,
      children: treeOf(next_level, without),
    }));

const isText = (value: unknown): value is string => typeof value === 'string';

/** Selects a department or several, from the tree or by name. A department is offered no place below itself. */
export function DepartmentPick(props: ControlProps) {
  const { data, isLoading } = useDepartments();
  const several = Array.isArray(props.value) ? props.value.filter(isText) : [];
  return (
    <TreeSelect<string | string[]>
      id={props.id}
      placeholder={props.placeholder}
      disabled={props.disabled}
      loading={isLoading}
      style={{ width: '100%' }}
      treeData={treeOf(data?.flatMap((org) => org.next_level) ?? [], props.rowId)}
      showSearch
      treeNodeFilterProp="title"
      allowClear
      multiple={props.multiple}
      maxTagCount="responsive"
      value={props.multiple ? several : isText(props.value) ? props.value : undefined}
      onChange={(value) => props.onChange(Array.isArray(value) && value.length === 0 ? undefined : value)}
      onBlur={props.onBlur}
      {...ariaProps(props)}
    />
  );
}

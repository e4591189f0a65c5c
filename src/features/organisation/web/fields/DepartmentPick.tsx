import { useQuery } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
import { ariaProps, type ControlProps } from '../../../../platform/feature/web/control.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { departmentsTree, type DepartmentNode } from '../../contract/departments.ts';

interface TreeNode {
  value: string;
  title: string;
  children: TreeNode[];
}
const treeOf = (nodes: readonly DepartmentNode[]): TreeNode[] =>
  nodes.map(({ node_id, node_name, next_level }) => ({
    value: node_id,
    title: node_name,
    children: treeOf(next_level),
  }));

/** Selects a department, from the tree or by name. */
export function DepartmentPick(props: ControlProps) {
  const { data, isLoading } = useQuery({
    queryKey: ['departments-tree'],
    queryFn: ({ signal }) => call(departmentsTree, {}, { signal, quiet: true }),
    retry: false,
  });
  return (
    <TreeSelect<string>
      id={props.id}
      placeholder={props.placeholder}
      disabled={props.disabled}
      loading={isLoading}
      style={{ width: '100%' }}
      treeData={treeOf(data?.flatMap((org) => org.next_level) ?? [])}
      showSearch
      treeNodeFilterProp="title"
      allowClear
      value={typeof props.value === 'string' ? props.value : undefined}
      onChange={(value: string | undefined) => props.onChange(value)}
      onBlur={props.onBlur}
      {...ariaProps(props)}
    />
  );
}

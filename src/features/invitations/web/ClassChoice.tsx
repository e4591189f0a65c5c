import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import { includesTyped } from '../../../platform/ui/web/fields/includes-typed.ts';
import { useExpanded } from '../../../platform/ui/web/fields/use-expanded.ts';
import { classNodes, useClassesTree } from '../../classes/web/public.ts';

interface Props {
  /** Set by the form. */
  id?: string;
  value?: string | null;
  onChange?: (classId: string | null) => void;
}

/** One class in the role's scope, or none. */
export function ClassChoice({ id, value, onChange }: Props) {
  const tree = useClassesTree();
  const nodes = useMemo(() => classNodes(tree.data ?? []), [tree.data]);
  const expanded = useExpanded(nodes);
  return (
    <TreeSelect<string | null>
      {...(id !== undefined && { id })}
      value={value ?? null}
      treeData={nodes}
      {...expanded}
      allowClear
      showSearch
      filterTreeNode={(typed, node) => includesTyped(node.title, typed)}
      loading={tree.isLoading}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}

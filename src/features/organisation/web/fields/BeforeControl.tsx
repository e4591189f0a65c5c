import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../../../platform/feature/web/control.ts';
import { SelectControl } from '../../../../platform/ui/web/fields/SelectControl.tsx';
import { useSibling } from '../../../../platform/ui/web/fields/siblings.ts';
import type { DepartmentNode } from '../../contract/departments.ts';
import { useDepartments } from './use-departments.ts';

/** The departments below one, or below the organisation. */
function childrenOf(tree: readonly DepartmentNode[], parent: unknown): readonly DepartmentNode[] {
  if (parent === undefined) return tree.flatMap((root) => root.next_level);
  const nodes = [...tree];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if (node.node_id === parent) return node.next_level;
    nodes.push(...node.next_level);
  }
  return [];
}

/** Selects the department that stands behind this one, below the parent chosen beside it; empty for the last place. */
export function BeforeControl(props: ControlProps) {
  const { t } = useTranslation();
  const { data, isLoading } = useDepartments();
  const parent = useSibling('department');
  const offered = childrenOf(data ?? [], parent).filter(({ node_id }) => node_id !== props.rowId);

  const previousParent = useRef(parent);
  const { value, onChange } = props;
  useEffect(() => {
    if (previousParent.current === parent) return;
    previousParent.current = parent;
    if (value !== undefined && !offered.some(({ node_id }) => node_id === value)) onChange(undefined);
  });
  return (
    <SelectControl
      {...props}
      loading={isLoading}
      placeholder={t('department.last')}
      options={offered.map(({ node_id, node_name }) => ({
        value: node_id,
        label: t('department.before', { name: node_name }),
      }))}
    />
  );
}

import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import { ariaProps, type ControlProps } from '../../../../platform/feature/web/control.ts';
import { includesTyped } from '../../../../platform/ui/web/fields/includes-typed.ts';
import { namedNodes } from '../../../../platform/ui/web/fields/named-nodes.ts';
import { useExpanded } from '../../../../platform/ui/web/fields/use-expanded.ts';
import { classNodes } from './class-nodes.ts';
import { useClassesTree } from './use-structures.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

/** Selects one class or several, from the tree of periods and grades or by name. */
export function ClassPick(props: ControlProps) {
  const { data, isLoading } = useClassesTree();
  const roots = useMemo(() => classNodes(data ?? []), [data]);
  const expanded = useExpanded(roots);
  const several = Array.isArray(props.value) ? props.value.filter(isText) : [];
  return (
    <TreeSelect<string | string[]>
      {...expanded}
      listHeight={320}
      id={props.id}
      placeholder={props.placeholder}
      disabled={props.disabled}
      loading={isLoading}
      style={{ width: '100%' }}
      treeData={[...roots, ...namedNodes(props, roots)]}
      showSearch
      filterTreeNode={(typed, node) => includesTyped(node.title, typed)}
      allowClear
      // With several classes, a checked grade selects all its classes; the value contains class ids only.
      treeCheckable={props.multiple}
      showCheckedStrategy={TreeSelect.SHOW_CHILD}
      maxTagCount="responsive"
      value={props.multiple ? several : isText(props.value) ? props.value : undefined}
      onChange={(value) => props.onChange(Array.isArray(value) && value.length === 0 ? undefined : value)}
      onBlur={props.onBlur}
      {...ariaProps(props)}
    />
  );
}

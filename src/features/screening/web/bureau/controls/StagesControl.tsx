import { TreeSelect } from 'antd';
import type { ControlProps } from '../../../../../platform/feature/web/control.ts';
import { useExpanded } from '../../../../../platform/ui/web/fields/use-expanded.ts';
import { textsOf } from '../../planning/controls/values.ts';
import { stages } from '../grades.ts';

interface Node {
  value: string;
  title: string;
  children: Node[];
}

const tree: Node[] = stages().map(({ id, label, grades }) => ({
  value: id,
  title: label,
  children: grades.map((grade) => ({ value: grade.id, title: grade.label, children: [] })),
}));

/** The periods and grades that a plan is meant for. */
export function StagesControl({ id, value, onChange, disabled, invalid, placeholder, describedBy }: ControlProps) {
  const expanded = useExpanded(tree);
  return (
    <TreeSelect<string[]>
      {...expanded}
      id={id}
      aria-describedby={describedBy}
      style={{ width: '100%' }}
      treeData={tree}
      treeCheckable
      showCheckedStrategy={TreeSelect.SHOW_PARENT}
      showSearch
      treeNodeFilterProp="title"
      maxTagCount="responsive"
      allowClear
      disabled={disabled}
      placeholder={placeholder}
      listHeight={320}
      status={invalid ? 'error' : ''}
      value={textsOf(value)}
      onChange={(next) => onChange(next.length > 0 ? next : undefined)}
    />
  );
}

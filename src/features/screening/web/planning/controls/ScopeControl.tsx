import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../../../../platform/feature/web/control.ts';
import { includesTyped } from '../../../../../platform/ui/web/fields/includes-typed.ts';
import { RowPick } from '../../../../../platform/ui/web/fields/RowPick.tsx';
import { useExpanded } from '../../../../../platform/ui/web/fields/use-expanded.ts';
import { checkedNodes, gradeClassNodes, gradesAndClassesOf, useClassesTree } from '../../../../classes/web/public.ts';
import { orUndefined, partsOf, textsOf } from './values.ts';
import styles from '../planning.module.css';

/** Who takes part: grades and classes, groups, single students; united. */
export function ScopeControl({ id, value, onChange, disabled, invalid, field }: ControlProps) {
  const { t } = useTranslation();
  const { data, isLoading } = useClassesTree();
  const tree = useMemo(() => gradeClassNodes(data ?? []), [data]);
  const expanded = useExpanded(tree);
  const parts = partsOf(value);
  const change = (part: Readonly<Record<string, readonly string[] | undefined>>) => {
    const next = Object.fromEntries(Object.entries({ ...parts, ...part }).filter(([, ids]) => ids !== undefined));
    onChange(Object.keys(next).length > 0 ? next : undefined);
  };
  const rows = (name: 'group_ids' | 'child_ids', of: string, label: string) => (
    <div>
      <label htmlFor={`${id}-${name}`}>{label}</label>
      <RowPick
        id={`${id}-${name}`}
        field={{ ...field, 'x-of': of }}
        multiple
        disabled={disabled ?? false}
        value={textsOf(parts[name])}
        onChange={(ids) => change({ [name]: orUndefined(textsOf(ids)) })}
      />
    </div>
  );
  return (
    <div className={styles.form}>
      <div>
        <label htmlFor={id}>{t('exams.scopeClasses')}</label>
        <TreeSelect<string[]>
          {...expanded}
          id={id}
          style={{ width: '100%' }}
          treeData={tree}
          treeCheckable
          showCheckedStrategy={TreeSelect.SHOW_PARENT}
          showSearch
          filterTreeNode={(typed, node) => includesTyped(node.title, typed)}
          maxTagCount="responsive"
          allowClear
          loading={isLoading}
          disabled={disabled}
          listHeight={320}
          status={invalid ? 'error' : ''}
          value={checkedNodes({ grades: textsOf(parts['grade_ids']), classes: textsOf(parts['class_ids']) })}
          onChange={(values) => {
            const { grades, classes } = gradesAndClassesOf(values);
            change({ grade_ids: orUndefined(grades), class_ids: orUndefined(classes) });
          }}
        />
      </div>
      {rows('group_ids', 'custom-group', t('exams.scopeGroups'))}
      {rows('child_ids', 'student', t('exams.scopeStudents'))}
    </div>
  );
}

import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../../../../platform/feature/web/control.ts';
import { includesTyped } from '../../../../../platform/ui/web/fields/includes-typed.ts';
import { RowPick } from '../../../../../platform/ui/web/fields/RowPick.tsx';
import { useExpanded } from '../../../../../platform/ui/web/fields/use-expanded.ts';
import type { ClassNode } from '../../../../classes/public.ts';
import { useClassesTree } from '../../../../classes/web/public.ts';
import { orUndefined, partsOf, textsOf } from './values.ts';
import styles from '../planning.module.css';

interface Node {
  value: string;
  title: string;
  checkable: boolean;
  children: Node[];
}

/** Grades and classes share no ids, but their values say which of the two they are. */
const GRADE = 'grade ';
const CLASS = 'class ';
/** Ids of grades in the class tree: period and grade. */
const GRADE_ID = /^\d{1,2}-\d{1,4}$/;

const treeOf = (nodes: readonly ClassNode[], path = ''): Node[] =>
  nodes.map(({ node_id: id, node_name: title, next_level: below }) => {
    const isClass = below.length === 0;
    const isGrade = GRADE_ID.test(id);
    const value = isClass ? CLASS + id : isGrade ? GRADE + id : `${path}/${id}`;
    return { value, title, checkable: isClass || isGrade, children: treeOf(below, value) };
  });

/** Without the top level where there is only one school. */
const below = (nodes: readonly ClassNode[]) => (nodes.length === 1 ? (nodes[0]?.next_level ?? []) : nodes);

const idsOf = (values: readonly string[], kind: string) =>
  orUndefined(values.flatMap((value) => (value.startsWith(kind) ? [value.slice(kind.length)] : [])));

/** Who takes part: grades and classes, groups, single students; united. */
export function ScopeControl({ id, value, onChange, disabled, invalid, field }: ControlProps) {
  const { t } = useTranslation();
  const { data, isLoading } = useClassesTree();
  const tree = useMemo(() => treeOf(below(data ?? [])), [data]);
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
          value={[
            ...textsOf(parts['grade_ids']).map((one) => GRADE + one),
            ...textsOf(parts['class_ids']).map((one) => CLASS + one),
          ]}
          onChange={(values) => change({ grade_ids: idsOf(values, GRADE), class_ids: idsOf(values, CLASS) })}
        />
      </div>
      {rows('group_ids', 'custom-group', t('exams.scopeGroups'))}
      {rows('child_ids', 'student', t('exams.scopeStudents'))}
    </div>
  );
}

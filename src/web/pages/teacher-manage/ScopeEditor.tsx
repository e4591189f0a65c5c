import { Select, TreeSelect } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClassNode } from '../../../shared/contract/org.ts';
import type { GrantableRoles, RoleScope } from '../../../shared/contract/teachers.ts';
import { useClassesTree, useEduStructures, useFaculty } from '../../widgets/fields/use-structures.ts';
import styles from './teacher.module.css';

interface PickProps { id: string; value: RoleScope; onChange: (value: RoleScope) => void; schools: GrantableRoles['schools'] }

const wide = { width: '100%' } as const;
/** What is emptied is left out, as it was before anything was chosen. */
const or = <T,>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined);

function Periods({ id, value, onChange }: PickProps) {
  const { t } = useTranslation();
  const { data, isLoading } = useEduStructures();
  return (
    <Select<number[]>
      id={id} mode="multiple" style={wide} loading={isLoading} placeholder={t('teachers.pick')} value={value.periods ?? []} optionFilterProp="label"
      options={data?.items.map(({ period, period_name }) => ({ value: period, label: period_name }))} onChange={(periods) => onChange({ ...value, periods: or(periods) })}
    />
  );
}

/** Grades of different periods may share a number, so that a choice names both. */
const combo = (period: number, grade: number) => `${period}-${grade}`;

function Grades({ id, value, onChange }: PickProps) {
  const { t } = useTranslation();
  const { data, isLoading } = useEduStructures();
  const offered = data?.items.flatMap(({ period, grades }) => grades.map(({ grade }) => ({ period, grade }))) ?? [];
  const all = [...offered, ...(value.grade_combos ?? [])];
  return (
    <Select<string[]>
      id={id} mode="multiple" style={wide} loading={isLoading} placeholder={t('teachers.pick')} optionFilterProp="label"
      value={(value.grade_combos ?? []).map(({ period, grade }) => combo(period, grade))}
      options={data?.items.map(({ period_name, period, grades }) => ({ label: period_name, options: grades.map(({ grade, grade_name }) => ({ value: combo(period, grade), label: grade_name })) }))}
      onChange={(keys) => onChange({ ...value, grade_combos: or(keys.flatMap((key) => { const found = all.find(({ period, grade }) => combo(period, grade) === key); return found ? [found] : []; })) })}
    />
  );
}

const CLASS_LEVEL = 4;
interface TreeNode { value: string; title: string; selectable: boolean; checkable: boolean; children: TreeNode[] }
const treeOf = (nodes: readonly ClassNode[]): TreeNode[] => nodes.map(({ node_id, node_name, level, next_level }) => {
  const isClass = level === CLASS_LEVEL;
  return { value: isClass ? node_id : `:${level}:${node_id}`, title: node_name, selectable: isClass, checkable: isClass, children: treeOf(next_level) };
});
const classNames = (nodes: readonly ClassNode[]): [string, string][] =>
  nodes.flatMap(({ node_id, node_name, level, next_level }) => (level === CLASS_LEVEL ? [[node_id, node_name] as [string, string]] : classNames(next_level)));

function Classes({ id, value, onChange }: PickProps) {
  const { t } = useTranslation();
  const { data, isLoading } = useClassesTree();
  const names = new Map(classNames(data ?? []));
  return (
    <TreeSelect<{ value: string; label: string }[]>
      id={id} multiple labelInValue showSearch treeNodeFilterProp="title" style={wide} loading={isLoading} placeholder={t('teachers.pick')} allowClear
      treeExpandAction="click" treeData={treeOf(data?.flatMap((school) => school.next_level) ?? [])} value={(value.class_ids ?? []).map((classId) => ({ value: classId, label: names.get(classId) ?? (data ? t('teachers.formerClass') : '…') }))}
      onChange={(chosen) => onChange({ ...value, class_ids: or(chosen.map((each) => each.value)) })}
    />
  );
}

function Schools({ id, value, onChange, schools }: PickProps) {
  const { t } = useTranslation();
  return (
    <Select<string[]>
      id={id} mode="multiple" style={wide} placeholder={t('teachers.pick')} value={value.school_ids ?? []} optionFilterProp="label"
      options={schools.map(({ org_id, org_name }) => ({ value: org_id, label: org_name }))} onChange={(ids) => onChange({ ...value, school_ids: or(ids) })}
    />
  );
}

function Colleges({ id, value, onChange }: PickProps) {
  const { t } = useTranslation();
  const { data, isLoading } = useFaculty();
  return (
    <Select<string[]>
      id={id} mode="multiple" style={wide} loading={isLoading} placeholder={t('teachers.pick')} value={value.college_ids ?? []} optionFilterProp="label"
      options={data?.map(({ college_id, college_name }) => ({ value: college_id, label: college_name }))} onChange={(ids) => onChange({ ...value, college_ids: or(ids) })}
    />
  );
}

function Majors({ id, value, onChange }: PickProps) {
  const { t } = useTranslation();
  const { data, isLoading } = useFaculty();
  return (
    <Select<string[]>
      id={id} mode="multiple" style={wide} loading={isLoading} placeholder={t('teachers.pick')} value={value.major_ids ?? []} optionFilterProp="label"
      options={data?.map(({ college_name, majors }) => ({ label: college_name, options: majors.map(({ major_id, major_name }) => ({ value: major_id, label: major_name })) }))}
      onChange={(ids) => onChange({ ...value, major_ids: or(ids) })}
    />
  );
}

const PICKS = { periods: Periods, grade_combos: Grades, college_ids: Colleges, major_ids: Majors, class_ids: Classes, school_ids: Schools } as const;
const isKey = (key: string): key is keyof typeof PICKS => Object.hasOwn(PICKS, key);

/** What one key of a role's scope reaches. */
export function ScopeEditor({ scopeKey, ...props }: Omit<PickProps, 'id'> & { scopeKey: string }) {
  const { t } = useTranslation();
  const id = useId();
  if (!isKey(scopeKey)) return null;
  const Pick = PICKS[scopeKey];
  return (
    <div className={styles.scope}>
      <label htmlFor={id}>{t(`teachers.scopes.${scopeKey}`)}</label>
      <Pick id={id} {...props} />
      <small>{t(`teachers.scopeHelp.${scopeKey}`)}</small>
    </div>
  );
}

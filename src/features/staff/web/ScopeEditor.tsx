import { Select, TreeSelect } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoleScope } from '../../../platform/identity/role-scope.ts';
import { includesTyped } from '../../../platform/ui/web/fields/includes-typed.ts';
import type { ClassNode } from '../../classes/public.ts';
import { useClassesTree, useEduStructures, useFaculty } from '../../classes/web/public.ts';
import type { GrantableRoles } from '../contract/teachers.ts';
import styles from './teacher.module.css';

interface PickProps {
  id: string;
  value: RoleScope;
  onChange: (value: RoleScope) => void;
  schools: GrantableRoles['schools'];
}

const fullWidth = { width: '100%' } as const;
/** The last choices stand close above the button that saves; a list below them would cover it. */
const placement = 'topLeft';
/** An empty list is left out, as before the first choice. */
const orUndefined = <T,>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined);

interface Option<V> {
  value: V;
  label: string;
}
interface MultiSelectProps<V> {
  id: string;
  ready: boolean;
  options: readonly (Option<V> | { label: string; options: Option<V>[] })[];
  selected: readonly V[] | undefined;
  onChange: (selected: V[] | undefined) => void;
}

/** A multiple select. A selected value that no longer exists is marked and can be removed. */
function MultiSelect<V extends string | number>({ id, ready, options, selected = [], onChange }: MultiSelectProps<V>) {
  const { t } = useTranslation();
  const names = new Map(
    options
      .flatMap((option) => ('options' in option ? option.options : [option]))
      .map(({ value, label }) => [value, label]),
  );
  return (
    <Select<{ value: V; label: string }[]>
      id={id}
      mode="multiple"
      placement={placement}
      labelInValue
      style={fullWidth}
      loading={!ready}
      placeholder={t('teachers.pick')}
      optionFilterProp="label"
      options={[...options]}
      value={selected.map((value) => ({ value, label: names.get(value) ?? (ready ? t('teachers.formerScope') : '…') }))}
      onChange={(chosen) => onChange(orUndefined(chosen.map(({ value }) => value)))}
    />
  );
}

function Periods({ id, value, onChange }: PickProps) {
  const { data } = useEduStructures();
  const options = data?.items.map(({ period, period_name }) => ({ value: period, label: period_name })) ?? [];
  return (
    <MultiSelect
      id={id}
      ready={data !== undefined}
      options={options}
      selected={value.periods}
      onChange={(periods) => onChange({ ...value, periods })}
    />
  );
}

/** The key of a grade contains its period, because grades of different periods may share a number. */
const gradeKey = (period: number, grade: number) => `${period}-${grade}`;

function Grades({ id, value, onChange }: PickProps) {
  const { data } = useEduStructures();
  const offered = data?.items.flatMap(({ period, grades }) => grades.map(({ grade }) => ({ period, grade }))) ?? [];
  const all = new Map(
    [...offered, ...(value.grade_combos ?? [])].map((each) => [gradeKey(each.period, each.grade), each]),
  );
  const options =
    data?.items.map(({ period_name, period, grades }) => ({
      label: period_name,
      options: grades.map(({ grade, grade_name }) => ({ value: gradeKey(period, grade), label: grade_name })),
    })) ?? [];
  return (
    <MultiSelect
      id={id}
      ready={data !== undefined}
      options={options}
      selected={value.grade_combos?.map(({ period, grade }) => gradeKey(period, grade))}
      onChange={(keys) => onChange({ ...value, grade_combos: keys?.flatMap((key) => all.get(key) ?? []) })}
    />
  );
}

const CLASS_LEVEL = 4;
interface TreeNode {
  value: string;
  title: string;
  selectable: boolean;
  checkable: boolean;
  children: TreeNode[];
}
const treeOf = (nodes: readonly ClassNode[]): TreeNode[] =>
  nodes.map(({ node_id, node_name, level, next_level }) => {
    const isClass = level === CLASS_LEVEL;
    return {
      value: isClass ? node_id : `:${level}:${node_id}`,
      title: node_name,
      selectable: isClass,
      checkable: isClass,
      children: treeOf(next_level),
    };
  });
const classNames = (nodes: readonly ClassNode[]): [string, string][] =>
  nodes.flatMap(({ node_id, node_name, level, next_level }) =>
    level === CLASS_LEVEL ? [[node_id, node_name] as [string, string]] : classNames(next_level),
  );

function Classes({ id, value, onChange }: PickProps) {
  const { t } = useTranslation();
  const { data, isLoading } = useClassesTree();
  const names = new Map(classNames(data ?? []));
  return (
    <TreeSelect<{ value: string; label: string }[]>
      id={id}
      multiple
      placement={placement}
      labelInValue
      showSearch
      filterTreeNode={(typed, node) => includesTyped(node.title, typed)}
      style={fullWidth}
      loading={isLoading}
      placeholder={t('teachers.pick')}
      allowClear
      treeExpandAction="click"
      treeData={treeOf(data?.flatMap((school) => school.next_level) ?? [])}
      value={(value.class_ids ?? []).map((classId) => ({
        value: classId,
        label: names.get(classId) ?? (data ? t('teachers.formerClass') : '…'),
      }))}
      onChange={(chosen) => onChange({ ...value, class_ids: orUndefined(chosen.map((each) => each.value)) })}
    />
  );
}

function Schools({ id, value, onChange, schools }: PickProps) {
  const options = schools.map(({ org_id, org_name }) => ({ value: org_id, label: org_name }));
  return (
    <MultiSelect
      id={id}
      ready
      options={options}
      selected={value.school_ids}
      onChange={(school_ids) => onChange({ ...value, school_ids })}
    />
  );
}

function Colleges({ id, value, onChange }: PickProps) {
  const { data } = useFaculty();
  const options = data?.map(({ college_id, college_name }) => ({ value: college_id, label: college_name })) ?? [];
  return (
    <MultiSelect
      id={id}
      ready={data !== undefined}
      options={options}
      selected={value.college_ids}
      onChange={(college_ids) => onChange({ ...value, college_ids })}
    />
  );
}

function Majors({ id, value, onChange }: PickProps) {
  const { data } = useFaculty();
  const options =
    data?.map(({ college_name, majors }) => ({
      label: college_name,
      options: majors.map(({ major_id, major_name }) => ({ value: major_id, label: major_name })),
    })) ?? [];
  return (
    <MultiSelect
      id={id}
      ready={data !== undefined}
      options={options}
      selected={value.major_ids}
      onChange={(major_ids) => onChange({ ...value, major_ids })}
    />
  );
}

const PICKS = {
  periods: Periods,
  grade_combos: Grades,
  college_ids: Colleges,
  major_ids: Majors,
  class_ids: Classes,
  school_ids: Schools,
} as const;
const isKey = (key: string): key is keyof typeof PICKS => Object.hasOwn(PICKS, key);

/** Edits one key of the scope of a role. */
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

import { Button, Checkbox, Radio, Select, TreeSelect } from 'antd';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { includesTyped } from '../../../../platform/ui/web/fields/includes-typed.ts';
import { useExpanded } from '../../../../platform/ui/web/fields/use-expanded.ts';
import { checkedNodes, gradeClassNodes, gradesAndClassesOf, useClassesTree } from '../../../classes/web/public.ts';
import type { Audience, Choices } from '../../contract/writing.ts';
import styles from '../announcements.module.css';

interface Props {
  value: Audience;
  choices: Choices;
  onChange: (change: Partial<Audience>) => void;
}

interface RolesProps {
  title: string;
  roles: readonly number[];
  value: readonly number[];
  onChange: (roles: number[]) => void;
}

function Roles({ title, roles, value, onChange }: RolesProps) {
  const { t } = useTranslation();
  const chosen = value.filter((role) => roles.includes(role));
  const others = value.filter((role) => !roles.includes(role));
  const all = chosen.length === roles.length;
  return (
    <fieldset className={styles.roles}>
      <legend>
        {title}
        <Button type="link" size="small" onClick={() => onChange(all ? others : [...others, ...roles])}>
          {t(all ? 'announcementEditor.noRoles' : 'announcementEditor.allRoles')}
        </Button>
      </legend>
      <Checkbox.Group<number>
        value={chosen}
        onChange={(next) => onChange([...others, ...next])}
        options={roles.map((role) => ({ value: role, label: labelOf('role', role) }))}
      />
    </fieldset>
  );
}

/** Grades and classes of a school; limits students and guardians. */
function ClassesField({ value, onChange }: Pick<Props, 'value' | 'onChange'>) {
  const { t } = useTranslation();
  const id = useId();
  const { data, isLoading } = useClassesTree();
  const tree = useMemo(() => gradeClassNodes(data ?? []), [data]);
  const expanded = useExpanded(tree);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t('announcementEditor.classes')}</label>
      <TreeSelect<string[]>
        {...expanded}
        id={id}
        className={styles.wide}
        treeData={tree}
        treeCheckable
        showCheckedStrategy={TreeSelect.SHOW_PARENT}
        showSearch
        filterTreeNode={(typed, node) => includesTyped(node.title, typed)}
        maxTagCount="responsive"
        allowClear
        loading={isLoading}
        listHeight={320}
        aria-describedby={`${id}-help`}
        value={checkedNodes({ grades: value.grades, classes: value.class_ids })}
        onChange={(values) => {
          const { grades, classes } = gradesAndClassesOf(values);
          onChange({ grades, class_ids: classes });
        }}
      />
      <span id={`${id}-help`} className={styles.quiet}>
        {t('announcementEditor.classesHelp')}
      </span>
    </div>
  );
}

function SchoolsField({ value, choices, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={styles.field}>
      <span id={id}>{t('announcementEditor.schools')}</span>
      {choices.may_all_schools && (
        <Radio.Group
          aria-labelledby={id}
          value={value.all_schools}
          onChange={({ target }) => onChange({ all_schools: target.value === true, school_ids: [] })}
          options={[
            { value: true, label: t('announcementEditor.allSchools') },
            { value: false, label: t('announcementEditor.someSchools') },
          ]}
        />
      )}
      {!value.all_schools && (
        <Select<string[]>
          mode="multiple"
          aria-labelledby={id}
          className={styles.wide}
          allowClear
          optionFilterProp="label"
          value={value.school_ids}
          onChange={(school_ids) => onChange({ school_ids })}
          options={choices.schools.map(({ school_id, school_name }) => ({ value: school_id, label: school_name }))}
        />
      )}
    </div>
  );
}

/** Whom a text addresses. */
export function AudienceFields({ value, choices, onChange }: Props) {
  const { t } = useTranslation();
  const institution = choices.school_roles.length > 0;
  const family = value.to_students || value.to_guardians;
  const roles = (title: string, of: readonly number[]) => (
    <Roles title={title} roles={of} value={value.role_ids} onChange={(role_ids) => onChange({ role_ids })} />
  );
  const toFamily = (change: Partial<Audience>) => {
    const next = { ...value, ...change };
    onChange({ ...change, ...(!next.to_students && !next.to_guardians && { grades: [], class_ids: [] }) });
  };
  return (
    <>
      {roles(t('announcementEditor.ownStaff'), choices.own_roles)}
      {institution && roles(t('announcementEditor.schoolStaff'), choices.school_roles)}
      <fieldset className={styles.roles}>
        <legend>{t('announcementEditor.others')}</legend>
        <Checkbox checked={value.to_students} onChange={({ target }) => toFamily({ to_students: target.checked })}>
          {t('announcementEditor.students')}
        </Checkbox>
        <Checkbox checked={value.to_guardians} onChange={({ target }) => toFamily({ to_guardians: target.checked })}>
          {t('announcementEditor.guardians')}
        </Checkbox>
      </fieldset>
      {!institution && family && <ClassesField value={value} onChange={onChange} />}
      {institution && <SchoolsField value={value} choices={choices} onChange={onChange} />}
    </>
  );
}

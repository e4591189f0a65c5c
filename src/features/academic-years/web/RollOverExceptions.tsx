import { CloseOutlined } from '@ant-design/icons';
import { useList } from '@refinedev/core';
import { Button, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { quietly } from '../../../platform/ui/web/failure.ts';
import type { RollOverPlan } from '../contract.ts';
import styles from './year.module.css';

export interface ExceptionRow {
  child_id: string;
  child_name: string;
  class_id: string;
  class_name: string;
  act: 'keep_back' | 'graduate';
}

const ACTS = ['keep_back', 'graduate'] as const;
/** Page size, more than any class holds. */
const CLASS_MAX = 200;

interface Props {
  classes: RollOverPlan['classes'];
  value: readonly ExceptionRow[];
  onChange: (value: readonly ExceptionRow[]) => void;
}

/** The students who do not move up with their class: kept back or graduated early. They are found by class and name. */
export function RollOverExceptions({ classes, value, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [classId, setClassId] = useState<string>();
  const { query } = useList<Row>({
    resource: 'student',
    ...quietly,
    pagination: { currentPage: 1, pageSize: CLASS_MAX },
    filters: [{ field: 'class_id', operator: 'eq', value: classId }],
    queryOptions: { enabled: classId !== undefined },
  });
  const exceptedIds = new Set(value.map(({ child_id }) => child_id));
  const chosenClass = classes.find(({ class_id }) => class_id === classId);
  const students = (classId === undefined ? [] : (query.data?.data ?? [])).filter(
    (row) => !exceptedIds.has(String(row['child_id'])),
  );
  const add = (childId: string) => {
    const row = students.find((student) => student['child_id'] === childId);
    if (row && chosenClass)
      onChange([
        ...value,
        {
          child_id: childId,
          child_name: String(row['child_name']),
          class_id: chosenClass.class_id,
          class_name: chosenClass.class_name,
          act: 'keep_back',
        },
      ]);
  };
  const change = (childId: string, act: ExceptionRow['act']) =>
    onChange(value.map((row) => (row.child_id === childId ? { ...row, act } : row)));
  return (
    <section className={styles.exceptions} aria-labelledby={`${id}title`}>
      <h3 id={`${id}title`} className={styles.subtitle}>
        {t('year.exceptions')}
      </h3>
      <p className={styles.text}>{t('year.exceptionsText')}</p>
      <div className={styles.pick}>
        <Select
          showSearch
          optionFilterProp="label"
          aria-label={t('year.class')}
          placeholder={t('year.chooseClass')}
          value={classId}
          onChange={setClassId}
          options={classes.map(({ class_id, class_name }) => ({ value: class_id, label: class_name }))}
        />
        <Select<string | null>
          showSearch
          optionFilterProp="label"
          aria-label={t('year.student')}
          placeholder={t('year.chooseStudent')}
          value={null}
          disabled={classId === undefined}
          loading={query.isFetching}
          onChange={(childId) => childId !== null && add(childId)}
          options={students.map((row) => ({
            value: String(row['child_id']),
            label: `${String(row['child_name'])} ${String(row['student_no'] ?? '')}`,
          }))}
        />
      </div>
      {value.length > 0 && (
        <ul className={styles.chosen}>
          {value.map((row) => (
            <li key={row.child_id}>
              <span className={styles.who}>
                {row.child_name}
                <small>{row.class_name}</small>
              </span>
              <Select<ExceptionRow['act']>
                aria-label={t('year.actOf', { name: row.child_name })}
                value={row.act}
                onChange={(act) => change(row.child_id, act)}
                options={ACTS.map((act) => ({ value: act, label: t(`year.acts.${act}`) }))}
              />
              <Button
                type="text"
                icon={<CloseOutlined aria-hidden />}
                aria-label={t('year.removeException', { name: row.child_name })}
                onClick={() => onChange(value.filter(({ child_id }) => child_id !== row.child_id))}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

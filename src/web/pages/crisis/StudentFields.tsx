import { useList } from '@refinedev/core';
import { Cascader, Form, Select, type SelectProps } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../../shared/contract/resource.ts';
import { gradesIn } from '../../../shared/rules/class-tree.ts';
import { chooseClass, type Missing } from '../../../shared/rules/crisis-report.ts';
import { useStable } from '../../crud/use-stable.ts';
import { useCurrentUser } from '../../providers/current-user.ts';
import { useBuffered } from '../../widgets/fields/use-buffered.ts';
import { useClassesTree } from '../../widgets/fields/use-structures.ts';
import styles from './crisis.module.css';
import type { ReportState } from './report-state.ts';

/** `spec §9` */
const SEARCH_SIZE = 100;

interface Choice { value: string; label: string; no: string }

/** The number tells students of one name apart. */
const Told: NonNullable<SelectProps<string, Choice>['optionRender']> = ({ data }) => <span className={styles.person}>{data.label}<small>{data.no}</small></span>;

interface Props { report: ReportState; onChange: (report: ReportState) => void; missing: readonly Missing[]; id: string }

/** Whom the report is about: a class, by its grade, and one of its students, found by the name (`spec §2`, crisis report dialog). */
export function StudentFields({ report, onChange, missing, id }: Props) {
  const { t } = useTranslation();
  const { org } = useCurrentUser();
  const classes = useClassesTree();
  const grades = useMemo(() => gradesIn(classes.data ?? []), [classes.data]);
  const [searched, setSearched] = useState('');
  const { type } = useBuffered<string>('', setSearched);
  const { classId, childId, childName } = report;
  const { query, result } = useList<Row>({
    resource: 'student', pagination: { currentPage: 1, pageSize: SEARCH_SIZE }, meta: { quiet: true }, errorNotification: false, queryOptions: { enabled: classId !== undefined },
    filters: [{ field: 'org_id', operator: 'eq', value: org.org_id }, { field: 'class_id', operator: 'eq', value: classId }, { field: 'is_register', operator: 'eq', value: true }, { field: 'child_name', operator: 'eq', value: searched }],
  });
  const found = result.data.map(({ child_id, child_name, student_no }) => ({ value: String(child_id), label: String(child_name), no: String(student_no ?? '') }));
  const chosen = childId === undefined || found.some(({ value }) => value === childId) ? [] : [{ value: childId, label: childName, no: '' }];

  const choose = useStable((value: string | undefined) => onChange({ ...chooseClass(report, value), childName: '' }));
  // Whoever has one class alone is not asked for it.
  const only = grades.length === 1 && grades[0]?.next_level.length === 1 ? grades[0].next_level[0]?.node_id : undefined;
  useEffect(() => { if (only !== undefined && classId === undefined) choose(only); }, [only, classId, choose]);

  const path = grades.flatMap((grade) => (grade.next_level.some(({ node_id }) => node_id === classId) && classId !== undefined ? [grade.node_id, classId] : []));
  const problem = (which: Missing, text: string) => (missing.includes(which) ? { validateStatus: 'error' as const, help: <span role="alert">{text}</span> } : {});
  return (
    <>
      <Form.Item label={t('crisisReport.class')} required htmlFor={`${id}-class`} {...problem('class', t('crisisReport.classRequired'))}>
        <Cascader
          id={`${id}-class`} size="large" placeholder={t('crisisReport.classHint')} allowClear={false} loading={classes.isLoading} value={path}
          options={grades.map(({ node_id, node_name, next_level }) => ({ value: node_id, label: node_name, children: next_level.map((each) => ({ value: each.node_id, label: each.node_name })) }))}
          displayRender={(labels) => labels.at(-1)} onChange={(way) => choose(way.at(-1))} showSearch={false} classNames={{ popup: { root: styles.choices } }}
          notFoundContent={classes.isError ? t('crud.loadFailed') : t('crisisReport.noClass')}
        />
      </Form.Item>
      <Form.Item label={t('crisisReport.student')} required htmlFor={`${id}-student`} {...problem('student', t('crisisReport.studentRequired'))}>
        <Select<string, Choice>
          id={`${id}-student`} size="large" placeholder={t(classId === undefined ? 'crisisReport.studentFirst' : 'crisisReport.studentHint')} disabled={classId === undefined} loading={query.isFetching}
          showSearch filterOption={false} onSearch={type} onOpenChange={(open) => { if (!open) type(''); }} classNames={{ popup: { root: styles.choices } }} options={[...found, ...chosen]} value={childId}
          onChange={(value, option) => onChange({ ...report, childId: value, childName: Array.isArray(option) ? '' : option?.label ?? '' })}
          notFoundContent={query.isFetching ? t('crud.searching') : query.isError ? t('crud.loadFailed') : t('crisisReport.studentNone')}
          optionRender={Told}
        />
      </Form.Item>
    </>
  );
}

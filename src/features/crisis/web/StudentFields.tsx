import { Cascader, Form } from 'antd';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { useStable } from '../../../platform/ui/web/use-stable.ts';
import { gradesIn } from '../../classes/public.ts';
import { useClassesTree } from '../../classes/web/public.ts';
import { chooseClass } from '../rules/crisis-report.ts';
import { StudentByName } from './StudentByName.tsx';
import { StudentSearch, type StudentProps } from './StudentSearch.tsx';
import styles from './crisis.module.css';

/** The student of a report: a class by its grade, then one of its students by name (`spec §2`, crisis report dialog). */
export function StudentFields({ report, onChange, missing, id }: StudentProps) {
  const { t } = useTranslation();
  const StudentField = useMay('org-manage/student', 'open') ? StudentSearch : StudentByName;
  const classes = useClassesTree();
  const grades = useMemo(() => gradesIn(classes.data ?? []), [classes.data]);
  const { classId } = report;
  const choose = useStable((value: string | undefined) => onChange({ ...chooseClass(report, value), childName: '' }));
  // A user with a single class does not have to choose it.
  const onlyClass =
    grades.length === 1 && grades[0]?.next_level.length === 1 ? grades[0].next_level[0]?.node_id : undefined;
  useEffect(() => {
    if (onlyClass !== undefined && classId === undefined) choose(onlyClass);
  }, [onlyClass, classId, choose]);

  const path = grades.flatMap((grade) =>
    grade.next_level.some(({ node_id }) => node_id === classId) && classId !== undefined
      ? [grade.node_id, classId]
      : [],
  );
  return (
    <>
      <Form.Item
        label={t('crisisReport.class')}
        required
        htmlFor={`${id}-class`}
        {...(missing.includes('class') && {
          validateStatus: 'error',
          help: <span role="alert">{t('crisisReport.classRequired')}</span>,
        })}
      >
        <Cascader
          id={`${id}-class`}
          size="large"
          placeholder={t('crisisReport.classHint')}
          allowClear={false}
          loading={classes.isLoading}
          value={path}
          options={grades.map(({ node_id, node_name, next_level }) => ({
            value: node_id,
            label: node_name,
            children: next_level.map((each) => ({ value: each.node_id, label: each.node_name })),
          }))}
          displayRender={(labels) => labels.at(-1)}
          onChange={(values) => choose(values.at(-1))}
          showSearch={false}
          classNames={{ popup: { root: styles.choices } }}
          notFoundContent={classes.isError ? t('crud.loadFailed') : t('crisisReport.noClass')}
        />
      </Form.Item>
      <StudentField report={report} onChange={onChange} missing={missing} id={id} />
    </>
  );
}

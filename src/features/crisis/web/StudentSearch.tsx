import { useList } from '@refinedev/core';
import { Form, Select, type SelectProps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { useBuffered } from '../../../platform/ui/web/fields/use-buffered.ts';
import type { Missing } from '../rules/crisis-report.ts';
import type { ReportState } from './report-state.ts';
import styles from './crisis.module.css';

/** Results of a search (`spec §9`). */
const SEARCH_SIZE = 100;

interface Choice {
  value: string;
  label: string;
  no: string;
}

/** Shows the student number, because names are not unique. */
const ChoiceOption: NonNullable<SelectProps<string, Choice>['optionRender']> = ({ data }) => (
  <span className={styles.person}>
    {data.label}
    <small>{data.no}</small>
  </span>
);

export interface StudentProps {
  report: ReportState;
  onChange: (report: ReportState) => void;
  missing: readonly Missing[];
  id: string;
}

/** Finds a student of the class in the list of students that the role may open. */
export function StudentSearch({ report, onChange, missing, id }: StudentProps) {
  const { t } = useTranslation();
  const { org } = useCurrentUser();
  const [searched, setSearched] = useState('');
  const { type } = useBuffered<string>('', setSearched);
  const { classId, childId, childName } = report;
  const { query, result } = useList<Row>({
    resource: 'student',
    pagination: { currentPage: 1, pageSize: SEARCH_SIZE },
    meta: { quiet: true },
    errorNotification: false,
    queryOptions: { enabled: classId !== undefined },
    filters: [
      { field: 'org_id', operator: 'eq', value: org.org_id },
      { field: 'class_id', operator: 'eq', value: classId },
      { field: 'is_register', operator: 'eq', value: true },
      { field: 'child_name', operator: 'eq', value: searched },
    ],
  });
  const options = result.data.map(({ child_id, child_name, student_no }) => ({
    value: String(child_id),
    label: String(child_name),
    no: String(student_no ?? ''),
  }));
  const chosenOption =
    childId === undefined || options.some(({ value }) => value === childId)
      ? []
      : [{ value: childId, label: childName, no: '' }];
  return (
    <Form.Item
      label={t('crisisReport.student')}
      required
      htmlFor={`${id}-student`}
      {...(missing.includes('student') && {
        validateStatus: 'error',
        help: <span role="alert">{t('crisisReport.studentRequired')}</span>,
      })}
    >
      <Select<string, Choice>
        id={`${id}-student`}
        size="large"
        placeholder={t(classId === undefined ? 'crisisReport.studentFirst' : 'crisisReport.studentHint')}
        disabled={classId === undefined}
        loading={query.isFetching}
        showSearch
        filterOption={false}
        onSearch={type}
        onOpenChange={(open) => {
          if (!open) type('');
        }}
        classNames={{ popup: { root: styles.choices } }}
        options={[...options, ...chosenOption]}
        value={childId}
        onChange={(value, option) =>
          onChange({ ...report, childId: value, childName: Array.isArray(option) ? '' : (option?.label ?? '') })
        }
        notFoundContent={
          query.isFetching ? t('crud.searching') : query.isError ? t('crud.loadFailed') : t('crisisReport.studentNone')
        }
        optionRender={ChoiceOption}
      />
    </Form.Item>
  );
}

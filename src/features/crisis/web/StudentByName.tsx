import { CheckCircleOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Radio } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/http/web/call.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { useStable } from '../../../platform/ui/web/use-stable.ts';
import { studentNamed } from '../contract/reports.ts';
import type { StudentProps } from './StudentSearch.tsx';
import styles from './crisis.module.css';

/** Milliseconds after the last key before the name is looked up, so that not every key sends a request. */
const PAUSE_MS = 500;
const NAME_MAX = 40;

/** Finds a student of the class by the full name, for roles that may not open the list of students. */
export function StudentByName({ report, onChange, missing, id }: StudentProps) {
  const { t } = useTranslation();
  const { classId, childId, childName } = report;
  const [name, setName] = useState(childName);
  const [lookedUp, setLookedUp] = useState(childName);
  useEffect(() => {
    const timer = setTimeout(() => setLookedUp(name.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [name]);
  const { data, error, isFetching } = useQuery({
    queryKey: ['student-named', classId, lookedUp],
    queryFn: ({ signal }) =>
      call(studentNamed, { query: { class_id: classId ?? '', child_name: lookedUp } }, { signal, quiet: true }),
    enabled: classId !== undefined && lookedUp.length > 1,
    gcTime: 0,
    retry: false,
  });
  const matches = lookedUp === name.trim() ? data?.items : undefined;
  const choose = useStable((child: { child_id: string; child_name: string } | undefined) =>
    onChange({ ...report, childId: child?.child_id, childName: child?.child_name ?? '' }),
  );
  const only = matches?.length === 1 ? matches[0] : undefined;
  useEffect(() => {
    if (only) choose(only);
  }, [only, choose]);
  const type = (text: string) => {
    setName(text);
    if (childId !== undefined) choose(undefined);
  };
  const noMatch = matches?.length === 0;
  const problemText = (): string | undefined => {
    if (error) return failureOf(error).message;
    if (noMatch) return t('crisisReport.namedNone');
    return missing.includes('student') && childId === undefined ? t('crisisReport.studentRequired') : undefined;
  };
  const problem = problemText();
  return (
    <Form.Item
      label={t('crisisReport.student')}
      required
      htmlFor={`${id}-student`}
      {...(problem !== undefined && { validateStatus: 'error' })}
      help={
        problem === undefined ? (
          t(only ? 'crisisReport.namedFound' : 'crisisReport.namedHelp')
        ) : (
          <span role="alert">{problem}</span>
        )
      }
    >
      <Input
        id={`${id}-student`}
        size="large"
        value={name}
        onChange={({ target }) => type(target.value)}
        maxLength={NAME_MAX}
        disabled={classId === undefined}
        autoComplete="off"
        placeholder={t(classId === undefined ? 'crisisReport.studentFirst' : 'crisisReport.namedHint')}
        aria-busy={isFetching}
        suffix={only && <CheckCircleOutlined aria-hidden />}
      />
      {matches && matches.length > 1 && (
        <Radio.Group
          aria-label={t('crisisReport.namedSame')}
          className={styles.pair}
          value={childId}
          onChange={({ target }) => choose(matches.find(({ child_id }) => child_id === target.value))}
          options={matches.map(({ child_id, no_end }) => ({
            value: child_id,
            label: t('crisisReport.namedNo', { no: no_end }),
            className: styles.tile,
          }))}
        />
      )}
    </Form.Item>
  );
}

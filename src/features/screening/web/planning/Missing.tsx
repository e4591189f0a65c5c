import { Button, Skeleton, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import type { ExamProgress } from '../../contract/exams.ts';
import { RemindDialog } from './RemindDialog.tsx';
import styles from './planning.module.css';

type Student = NonNullable<ExamProgress['missing']>[number];

/** States of a student who has not finished, with their texts. */
const STATES = ['waiting_consent', 'waiting', 'started'] as const;
const isState = (state: string) => STATES.find((each) => each === state) ?? 'waiting';

interface Props {
  examId: string;
  classId: string;
  className: string;
  /** Undefined while they are loaded. */
  students: readonly Student[] | undefined;
  onClose: () => void;
}

/** The students of a class who have not finished. Those who do not want to take part are not listed. */
export function Missing({ examId, classId, className, students, onClose }: Props) {
  const { t } = useTranslation();
  const mayRemind = useMay('screening/progress', 'remind');
  const [reminding, setReminding] = useState(false);
  return (
    <Sheet open title={t('exams.missingOf', { name: className })} onClose={onClose}>
      {students === undefined ? (
        <Skeleton active />
      ) : (
        <div className={styles.form}>
          {mayRemind && students.length > 0 && (
            <div>
              <Button onClick={() => setReminding(true)}>{t('exams.remind')}</Button>
            </div>
          )}
          <Table<Student>
            size="small"
            rowKey="child_id"
            dataSource={[...students]}
            pagination={false}
            locale={{ emptyText: t('exams.allDone') }}
            columns={[
              { title: t('exams.name'), dataIndex: 'child_name' },
              { title: t('exams.studentNo'), dataIndex: 'student_no' },
              {
                title: t('exams.state'),
                key: 'state',
                render: (_, { state, answered, total, has_account: hasAccount }) =>
                  hasAccount || state !== 'waiting'
                    ? t(`exams.states.${isState(state)}`, { answered, total })
                    : t('exams.states.no_account'),
              },
            ]}
          />
        </div>
      )}
      {reminding && <RemindDialog examId={examId} classId={classId} onClose={() => setReminding(false)} />}
    </Sheet>
  );
}

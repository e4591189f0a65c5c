import { useMutation } from '@tanstack/react-query';
import { Alert, Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { failureOf } from '../../../../platform/ui/web/failure.ts';
import { remindExam, type RemindedGroup } from '../../contract/exams.ts';
import styles from './planning.module.css';

const GROUPS: readonly RemindedGroup[] = ['students', 'guardians', 'class_teachers'];

/** Reminds the people on whom a screening waits, and says whom it could not reach. */
export function RemindDialog({
  examId,
  classId,
  onClose,
}: {
  examId: string;
  classId?: string | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [to, setTo] = useState<RemindedGroup[]>(['students']);
  const reminding = useMutation({
    mutationFn: () =>
      call(
        remindExam,
        { params: { id: examId }, body: { to, ...(classId !== undefined && { class_id: classId }) } },
        { quiet: true },
      ),
    gcTime: 0,
  });
  const send = useOnce(() => reminding.mutateAsync());
  const { data } = reminding;
  return (
    <Sheet
      open
      title={t('exams.remindTitle')}
      onClose={onClose}
      act={{ label: t('exams.remind'), busy: reminding.isPending, disabled: to.length === 0, onClick: send }}
    >
      <div className={styles.form}>
        {reminding.error && <Alert type="error" showIcon role="alert" message={failureOf(reminding.error).message} />}
        <Checkbox.Group
          value={to}
          onChange={(next) => setTo(GROUPS.filter((group) => next.includes(group)))}
          options={GROUPS.map((value) => ({ value, label: t(`exams.remindTo.${value}`) }))}
        />
        {data && (
          <ul role="status">
            {GROUPS.flatMap((group) => {
              const reached = data[group];
              return reached
                ? [
                    <li key={group}>
                      {t('exams.reminded', {
                        group: t(`exams.remindTo.${group}`),
                        count: reached.notified,
                        without: reached.without_account,
                      })}
                    </li>,
                  ]
                : [];
            })}
          </ul>
        )}
      </div>
    </Sheet>
  );
}

import { useMutation } from '@tanstack/react-query';
import { Alert, App, Input, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { CRISIS_LEVEL } from '../../../../platform/schema/generated/enums.ts';
import { failureOf } from '../../../../platform/ui/web/failure.ts';
import { ClassControl } from '../../../classes/web/public.ts';
import { startDrill } from '../../contract/escalation.ts';
import styles from './escalation.module.css';

/** Starts a drill for an invented student. The class determines who is notified; the level, how soon. */
export function DrillDialog({
  open,
  onClose,
  onStarted,
}: {
  open: boolean;
  onClose: () => void;
  onStarted: () => void;
}) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [name, setName] = useState(t('escalation.drillNameValue'));
  const [classId, setClassId] = useState<string>();
  const [level, setLevel] = useState(1);
  const start = useMutation({
    mutationFn: (class_id: string) =>
      call(startDrill, { body: { student_name: name.trim(), class_id, level } }, { quiet: true }),
    onSuccess: () => {
      void message.success(t('escalation.drillStarted'));
      onStarted();
    },
  });
  const send = useOnce((id: string) => start.mutateAsync(id));
  return (
    <Sheet
      open={open}
      title={t('escalation.drill')}
      onClose={onClose}
      act={{
        label: t('escalation.drill'),
        busy: start.isPending,
        disabled: name.trim() === '' || classId === undefined,
        onClick: () => classId !== undefined && send(classId),
      }}
    >
      <div className={styles.dialog}>
        <p className={styles.text}>{t('escalation.drillAbout')}</p>
        {start.isError && <Alert type="error" showIcon role="alert" message={failureOf(start.error).message} />}
        <div className={styles.field}>
          <label htmlFor="drill-name">{t('escalation.drillName')}</label>
          <Input id="drill-name" value={name} maxLength={20} onChange={({ target }) => setName(target.value)} />
        </div>
        <div className={styles.field}>
          <label htmlFor="drill-class">{t('escalation.drillClass')}</label>
          <ClassControl
            id="drill-class"
            field={{ type: 'string', title: t('escalation.drillClass') }}
            value={classId}
            onChange={(value) => setClassId(typeof value === 'string' ? value : undefined)}
            onBlur={() => undefined}
          />
        </div>
        <div className={styles.field} role="group" aria-label={t('escalation.drillLevel')}>
          <span>{t('escalation.drillLevel')}</span>
          <Radio.Group
            value={level}
            options={CRISIS_LEVEL.map(({ value, label }) => ({ value, label }))}
            onChange={({ target }) => setLevel(Number(target.value))}
          />
        </div>
      </div>
    </Sheet>
  );
}

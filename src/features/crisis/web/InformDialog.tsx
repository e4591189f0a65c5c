import { useMutation } from '@tanstack/react-query';
import { Alert, App, DatePicker, Input, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '../../../platform/crud/web/new-id.ts';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { NOTE_MAX } from '../../../platform/media/attachments.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { instantOf, schoolNow } from '../../../platform/ui/web/school-time.ts';
import { informPeople } from '../contract/cases.ts';
import { INFORMED, type Informed } from '../rules/crisis.ts';
import { useConfirmDiscard } from './use-confirm-discard.ts';
import styles from './case.module.css';

const HOWS = [1, 2, 3, 4, 5] as const;

/** Records that the guardian and the class teacher were informed. A name that stays empty is left out. */
export function InformDialog({ caseId, onClose, onDone }: { caseId: string; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [key] = useState(newId);
  const [names, setNames] = useState<Readonly<Record<Informed, string>>>({ guardian: '', class_teacher: '' });
  const [at, setAt] = useState(schoolNow);
  const [how, setHow] = useState(1);
  const [note, setNote] = useState('');
  const people = INFORMED.flatMap((who) => (names[who].trim() === '' ? [] : [{ who, name: names[who].trim() }]));
  const leave = useConfirmDiscard(people.length > 0 || note !== '', onClose, t('cases.leaveText'));
  const saving = useMutation({
    mutationFn: () =>
      call(
        informPeople,
        {
          params: { id: caseId },
          body: { people, at: instantOf(at), how, ...(note.trim() !== '' && { note: note.trim() }) },
        },
        { quiet: true, idempotencyKey: key },
      ),
    onSuccess: () => {
      void message.success(t('cases.saved'));
      onDone();
    },
    gcTime: 0,
  });
  const save = useOnce(() => saving.mutateAsync());
  const failure = saving.error ? failureOf(saving.error) : undefined;
  return (
    <Sheet
      open
      title={t('cases.inform')}
      onClose={leave}
      act={{ label: t('cases.save'), busy: saving.isPending, disabled: people.length === 0, onClick: save }}
    >
      <div className={styles.form}>
        {failure && (
          <Alert type="error" showIcon role="alert" message={failure.details[0]?.message ?? failure.message} />
        )}
        <p className={styles.quiet}>{t('cases.informHelp')}</p>
        {INFORMED.map((who) => (
          <div key={who}>
            <label htmlFor={`inform-${who}`}>{labelOf('informed_who', who)}</label>
            <Input
              id={`inform-${who}`}
              maxLength={60}
              placeholder={t(`cases.informNames.${who}`)}
              value={names[who]}
              onChange={({ target }) => setNames({ ...names, [who]: target.value })}
            />
          </div>
        ))}
        <div>
          <label htmlFor="inform-at">{t('cases.informAt')}</label>
          <div>
            <DatePicker
              id="inform-at"
              showTime={{ format: 'HH:mm' }}
              format="YYYY-MM-DD HH:mm"
              allowClear={false}
              maxDate={schoolNow()}
              value={at}
              onChange={(next) => setAt(next ?? at)}
            />
          </div>
        </div>
        <Radio.Group
          aria-label={t('cases.informHow')}
          optionType="button"
          buttonStyle="solid"
          value={how}
          onChange={({ target }) => setHow(Number(target.value))}
          options={HOWS.map((value) => ({ value, label: labelOf('informed_how', value) }))}
        />
        <Input.TextArea
          aria-label={t('cases.informNote')}
          placeholder={t('cases.informNote')}
          maxLength={NOTE_MAX}
          value={note}
          onChange={({ target }) => setNote(target.value)}
          autoSize={{ minRows: 2, maxRows: 8 }}
        />
      </div>
    </Sheet>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Alert, AutoComplete, DatePicker, Input, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { NOTE_MAX } from '../../../platform/media/attachments.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { codesOf, labelOf } from '../../../platform/schema/labels.ts';
import { instantOf, schoolNow } from '../../../platform/ui/web/school-time.ts';
import { childRelation } from '../../guardians/public.ts';
import { addContact } from '../contract/case-work.ts';
import type { CaseDialogProps } from './case-dialog.ts';
import { useCaseAct } from './use-case-act.ts';
import { useConfirmDiscard } from './use-confirm-discard.ts';
import styles from './case.module.css';

const optionsOf = (name: 'informed_how' | 'contact_result') =>
  [...codesOf(name)].map((code) => ({ value: Number(code), label: labelOf(name, code) }));

/** The registered guardians of a student, as far as the role may read them. */
function useGuardians(childId: string): string[] {
  const may = useMay('org-manage/student', 'open');
  const { data } = useQuery({
    queryKey: ['child-guardians', childId],
    queryFn: ({ signal }) => call(childRelation, { params: { id: childId }, query: {} }, { signal, quiet: true }),
    enabled: may,
    gcTime: 0,
    retry: false,
  });
  return (data?.items ?? []).map(
    ({ relation, guardian_name }) => `${labelOf('guardian_relation', relation)} ${guardian_name}`,
  );
}

/** Records a contact with a guardian: who, when, how, and with what result. */
export function ContactDialog({ value, onClose, onDone }: CaseDialogProps) {
  const { t } = useTranslation();
  const guardians = useGuardians(value.child_id);
  const [guardian, setGuardian] = useState('');
  const [at, setAt] = useState(schoolNow);
  const [how, setHow] = useState(1);
  const [result, setResult] = useState(1);
  const [note, setNote] = useState('');
  const leave = useConfirmDiscard(guardian !== '' || note !== '', onClose, t('cases.leaveText'));
  const body = { guardian: guardian.trim(), at: instantOf(at), how, result, note: note.trim() };
  const { save, busy, failure } = useCaseAct(
    (key) => call(addContact, { params: { id: value.case_id }, body }, { quiet: true, idempotencyKey: key }),
    onDone,
  );
  return (
    <Sheet
      open
      title={t('cases.contactTitle', { name: value.child_name })}
      onClose={leave}
      act={{ label: t('cases.save'), busy, disabled: guardian.trim() === '', onClick: save }}
    >
      <div className={styles.form}>
        {failure !== undefined && <Alert type="error" showIcon role="alert" message={failure} />}
        <div>
          <label htmlFor="contact-guardian">{t('cases.contactWho')}</label>
          <AutoComplete
            id="contact-guardian"
            style={{ width: '100%' }}
            maxLength={60}
            placeholder={t('cases.informNames.guardian')}
            options={guardians.map((name) => ({ value: name }))}
            value={guardian}
            onChange={setGuardian}
          />
        </div>
        <div>
          <label htmlFor="contact-at">{t('cases.contactAt')}</label>
          <div>
            <DatePicker
              id="contact-at"
              showTime={{ format: 'HH:mm' }}
              format="YYYY-MM-DD HH:mm"
              allowClear={false}
              maxDate={schoolNow()}
              value={at}
              onChange={(next) => setAt(next ?? at)}
            />
          </div>
        </div>
        <div>
          <p>{t('cases.contactHow')}</p>
          <Radio.Group
            aria-label={t('cases.contactHow')}
            optionType="button"
            buttonStyle="solid"
            value={how}
            onChange={({ target }) => setHow(Number(target.value))}
            options={optionsOf('informed_how')}
          />
        </div>
        <div>
          <p>{t('cases.contactResult')}</p>
          <Radio.Group
            aria-label={t('cases.contactResult')}
            value={result}
            onChange={({ target }) => setResult(Number(target.value))}
            options={optionsOf('contact_result')}
          />
        </div>
        <Input.TextArea
          aria-label={t('cases.informNote')}
          placeholder={t('cases.contactNote')}
          maxLength={NOTE_MAX}
          value={note}
          onChange={({ target }) => setNote(target.value)}
          autoSize={{ minRows: 2, maxRows: 8 }}
        />
      </div>
    </Sheet>
  );
}

import { useMutation } from '@tanstack/react-query';
import { Alert, App, Button, Checkbox, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { failureOf, isCancelled } from '../../../platform/ui/web/failure.ts';
import { setRosterBox, type RosterBox } from '../box-contract.ts';
import styles from './roster.module.css';

const OFF = -1;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** When the file is read, and whether it is written without a person. */
export function BoxForm({ box, onSaved }: { box: RosterBox; onSaved: () => void }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const id = useId();
  const locked = !useMay('org-manage/roster/box', 'update');
  const [hour, setHour] = useState(box.hour ?? OFF);
  const [writes, setWrites] = useState(box.writes);
  const saving = useMutation({
    mutationFn: () => call(setRosterBox, { body: { hour: hour === OFF ? null : hour, writes } }, { quiet: true }),
    onSuccess: () => {
      void message.success(t('roster.box.saved'));
      onSaved();
    },
  });
  const save = useOnce(() => saving.mutateAsync());
  return (
    <>
      <div className={styles.acts}>
        <label htmlFor={id}>{t('roster.box.hour')}</label>
        <Select
          id={id}
          className={styles.hour}
          disabled={locked}
          value={hour}
          onChange={setHour}
          options={[
            { value: OFF, label: t('roster.box.off') },
            ...HOURS.map((value) => ({ value, label: t('roster.box.at', { hour: value }) })),
          ]}
        />
        <Checkbox
          disabled={locked || hour === OFF}
          checked={writes}
          onChange={({ target }) => setWrites(target.checked)}
        >
          {t('roster.box.writes')}
        </Checkbox>
        {!locked && (
          <Button loading={saving.isPending} onClick={save}>
            {t('roster.box.save')}
          </Button>
        )}
      </div>
      <p className={styles.text}>
        {t('roster.box.writesHelp')}
        {box.set_by !== undefined && ` ${t('roster.box.setBy', { name: box.set_by })}`}
      </p>
      {saving.error && !isCancelled(saving.error) && (
        <Alert type="error" showIcon role="alert" message={failureOf(saving.error).message} />
      )}
    </>
  );
}

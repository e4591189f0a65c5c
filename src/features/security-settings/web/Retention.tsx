import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, InputNumber } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RETENTION_MAX, RETENTION_MIN } from '../../../platform/access/retention.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { putSecurityConfig, type SecurityConfig } from '../contract.ts';
import styles from './security-setting.module.css';

/** Retention period, in years, of the record of a student who has left. */
export function Retention({
  years,
  locked,
  queryKey,
}: {
  years: number;
  locked: boolean;
  queryKey: readonly string[];
}) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const id = useId();
  const [value, setValue] = useState<number | null>(years);
  const saving = useMutation({
    mutationFn: (retention_years: number): Promise<SecurityConfig> =>
      call(putSecurityConfig, { body: { retention_years } }, { quiet: true }),
    onSuccess: (updated) => {
      client.setQueryData(queryKey, updated);
      void message.success(t('crud.saved'));
    },
  });
  const save = useOnce(async () => {
    if (value !== null) await saving.mutateAsync(value);
  });
  return (
    <section className={styles.card} aria-labelledby={`${id}h`}>
      <h2 id={`${id}h`} className={styles.heading}>
        {t('securitySetting.retention')}
      </h2>
      {saving.isError && <Alert type="error" showIcon role="alert" message={failureOf(saving.error).message} />}
      <div className={styles.row}>
        <div>
          <label htmlFor={id} className={styles.name}>
            {t('securitySetting.retentionYears')}
          </label>
          <p id={`${id}about`} className={styles.about}>
            {t('securitySetting.retentionAbout')}
          </p>
        </div>
        <div className={styles.years}>
          <InputNumber
            id={id}
            min={RETENTION_MIN}
            max={RETENTION_MAX}
            precision={0}
            value={value}
            disabled={locked}
            aria-describedby={`${id}about`}
            onChange={setValue}
          />
          <Button disabled={locked || value === null || value === years} loading={saving.isPending} onClick={save}>
            {t('crud.save')}
          </Button>
        </div>
      </div>
    </section>
  );
}

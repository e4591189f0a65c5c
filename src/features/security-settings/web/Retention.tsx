import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, InputNumber } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RETENTION_MAX, RETENTION_MIN } from '../../../platform/access/retention.ts';
import { failureOf } from '../../../platform/crud/web/failure.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { putSecurityConfig, type SecurityConfig } from '../contract.ts';
import styles from './security-setting.module.css';

/** How long what is held of a student is kept once the student has left. */
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
  const work = useMutation({
    mutationFn: (retention_years: number): Promise<SecurityConfig> =>
      call(putSecurityConfig, { body: { retention_years } }, { quiet: true }),
    onSuccess: (now) => {
      client.setQueryData(queryKey, now);
      void message.success(t('crud.saved'));
    },
  });
  const save = useOnce(async () => {
    if (value !== null) await work.mutateAsync(value);
  });
  return (
    <section className={styles.card} aria-labelledby={`${id}h`}>
      <h2 id={`${id}h`} className={styles.heading}>
        {t('securitySetting.retention')}
      </h2>
      {work.isError && <Alert type="error" showIcon role="alert" message={failureOf(work.error).message} />}
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
          <Button disabled={locked || value === null || value === years} loading={work.isPending} onClick={save}>
            {t('crud.save')}
          </Button>
        </div>
      </div>
    </section>
  );
}

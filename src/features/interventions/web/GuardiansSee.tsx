import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/http/web/call.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { notifyFailure } from '../../../platform/session/web/notify-failure.ts';
import { changeConsultingSettings, consultingSettings } from '../contract/records.ts';
import styles from './intervention.module.css';

const KEY = ['consulting-settings'];

/** Whether guardians see the appointments of their children; shown once it is known. */
export function GuardiansSee() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const mayChange = useMay('intervention/consultation', 'update');
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(consultingSettings, {}, { signal, quiet: true }),
  });
  if (data === undefined) return null;
  const change = async (guardians_see: boolean) => {
    setBusy(true);
    try {
      queries.setQueryData(KEY, await call(changeConsultingSettings, { body: { guardians_see } }));
    } catch (failure) {
      notifyFailure(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <label className={styles.setting}>
      <Switch
        size="small"
        checked={data.guardians_see}
        disabled={!mayChange}
        loading={busy}
        onChange={(on) => void change(on)}
      />
      {t('records.guardiansSee')}
    </label>
  );
}

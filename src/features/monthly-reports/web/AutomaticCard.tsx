import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/http/web/call.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { minuteOf } from '../../../platform/schema/wall-clock.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { monthlySetting, putMonthlySetting } from '../contract.ts';
import styles from './monthly.module.css';

const KEY = ['monthly-report', 'setting'];

/** Whether the report is made by itself; who may change it sees a switch. */
export function AutomaticCard({ monthLabel }: { monthLabel: (month: string) => string }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const mayChange = useMay('report/monthly/setting', 'edit');
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(monthlySetting, {}, { signal, quiet: true }),
  });
  const change = useMutation({
    mutationFn: (automatic: boolean) => call(putMonthlySetting, { body: { automatic } }, { quiet: true }),
    onSuccess: (_, automatic) => {
      queries.setQueryData(KEY, data && { ...data, automatic });
      void message.success(t(automatic ? 'monthlyReports.switchedOn' : 'monthlyReports.switchedOff'));
    },
    onError: (failure) => void message.error(failureOf(failure).message),
  });
  if (!data) return null;
  const { automatic, made } = data;
  return (
    <section className={`${styles.card} ${styles.noPrint}`} aria-labelledby="monthly-automatic">
      <div className={styles.row}>
        <h2 id="monthly-automatic" className={styles.switchTitle}>
          {t('monthlyReports.automatic')}
        </h2>
        {mayChange ? (
          <Switch
            aria-labelledby="monthly-automatic"
            checked={automatic}
            loading={change.isPending}
            onChange={(checked) => change.mutate(checked)}
          />
        ) : (
          <span>{t(automatic ? 'monthlyReports.isOn' : 'monthlyReports.isOff')}</span>
        )}
      </div>
      <p className={styles.quiet}>{t('monthlyReports.automaticAbout')}</p>
      {made && (
        <p className={styles.quiet}>
          {t('monthlyReports.lastMade', { month: monthLabel(made.month), at: minuteOf(Date.parse(made.at)) })}
        </p>
      )}
    </section>
  );
}

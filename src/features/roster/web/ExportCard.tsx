import { useMutation } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { exportStarted } from '../../../platform/crud/web/export-started.ts';
import { call } from '../../../platform/http/web/call.ts';
import { exportRoster } from '../contract.ts';
import styles from './roster.module.css';

/** Starts the export; the file is then in the list of exports. */
export function ExportCard() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const started = useMutation({
    mutationFn: () => call(exportRoster, { body: {} }),
    onSuccess: () => {
      exportStarted.set(exportStarted.get() + 1);
      void message.success(t('roster.out.done'));
    },
  });
  return (
    <section className={styles.card} aria-labelledby="roster-out">
      <h2 id="roster-out" className={styles.title}>
        {t('roster.out.title')}
      </h2>
      <p className={styles.text}>{t('roster.out.text')}</p>
      <p className={styles.text}>{t('roster.out.system')}</p>
      <Button type="primary" loading={started.isPending} onClick={() => started.mutate()}>
        {t('roster.out.verb')}
      </Button>
    </section>
  );
}

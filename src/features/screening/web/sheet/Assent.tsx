import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../../platform/http/web/call.ts';
import { agree, type MyConsent } from '../../contract/own.ts';
import { HelpLines } from '../own/HelpLines.tsx';
import { useAct } from '../use-act.ts';
import { minutesFor } from './items.ts';
import styles from './sheet.module.css';

interface Props {
  consent: MyConsent;
  total: number;
  onAgreed: () => void;
}

/** Before the first question: who reads the answers, that one may stop, that refusing has no consequence. */
export function Assent({ consent: { exam_id, exam_name, child_id, text, state, may_agree }, total, onAgreed }: Props) {
  const { t } = useTranslation();
  const { busy, run } = useAct();
  const accept = () =>
    run(async () => {
      await call(agree, { body: { exam_id, child_id, agree: true } });
      onAgreed();
    });
  return (
    <section className={styles.panel}>
      <h1 className={styles.title}>{exam_name}</h1>
      <p className={styles.quiet}>{t('sheet.amount', { count: total, minutes: minutesFor(total) })}</p>
      {state === 'withdrawn' && <p className={styles.words}>{t('sheet.withdrawn')}</p>}
      {text.split('\n').map((line, i) => (
        <p key={i} className={styles.words}>
          {line}
        </p>
      ))}
      <div className={styles.acts}>
        {may_agree && (
          <Button type="primary" size="large" loading={busy} onClick={() => void accept()}>
            {t('sheet.agree')}
          </Button>
        )}
        <Link to="/index" className={styles.home}>
          {t('sheet.notNow')}
        </Link>
      </div>
      <HelpLines />
    </section>
  );
}

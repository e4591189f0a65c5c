import { Button } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Attachments } from '../../../platform/media/web/Attachments.tsx';
import { known } from '../../../platform/media/web/use-uploads.ts';
import { CrisisLevelTag } from '../../../platform/ui/web/CrisisLevelTag.tsx';
import type { WarnDetail } from '../contract/crisis.ts';
import { isLevel } from '../rules/crisis.ts';
import { moment } from './verdict-text.ts';
import styles from './crisis.module.css';

/** What a verdict was before its author changed it, with the files of then: there for whoever asks. */
export function FormerVerdicts({ former }: Pick<WarnDetail, 'former'>) {
  const { t } = useTranslation();
  const id = useId();
  const [shown, setShown] = useState(false);
  if (former.length === 0) return null;
  return (
    <section>
      <Button
        type="link"
        size="small"
        className={styles.more}
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setShown(!shown)}
      >
        {shown ? t('verdict.formerHide') : t('verdict.former', { count: former.length })}
      </Button>
      <ol id={id} className={styles.former} hidden={!shown}>
        {shown &&
          former.map(({ at, crisis_level, reason, attachments }) => (
            <li key={at} className={styles.form}>
              <p className={styles.choice}>
                <span className={styles.hint}>{t('verdict.formerAt', { at: moment(at) })}</span>
                {isLevel(crisis_level) && <CrisisLevelTag level={crisis_level} />}
              </p>
              {reason === undefined ? (
                <p className={styles.hint}>{t('verdict.formerNoReason')}</p>
              ) : (
                <p className={styles.said}>{reason}</p>
              )}
              {attachments.length > 0 && <Attachments items={attachments.map(known)} />}
            </li>
          ))}
      </ol>
    </section>
  );
}

import { Button } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Attachments } from '../../../platform/media/web/Attachments.tsx';
import { uploadedItem } from '../../../platform/media/web/use-uploads.ts';
import { CrisisLevelTag } from '../../../platform/ui/web/CrisisLevelTag.tsx';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import type { WarnDetail } from '../contract/warnings.ts';
import { isLevel } from '../rules/crisis.ts';
import styles from './crisis.module.css';

/** Earlier versions of a verdict with their files; hidden until the reader opens them. */
export function FormerVerdicts({ former }: Pick<WarnDetail, 'former'>) {
  const { t } = useTranslation();
  const id = useId();
  const [expanded, setExpanded] = useState(false);
  if (former.length === 0) return null;
  return (
    <section>
      <Button
        type="link"
        size="small"
        className={styles.more}
        aria-expanded={expanded}
        aria-controls={id}
        onClick={() => setExpanded(!expanded)}
      >
        {expanded ? t('verdict.formerHide') : t('verdict.former', { count: former.length })}
      </Button>
      <ol id={id} className={styles.former} hidden={!expanded}>
        {expanded &&
          former.map(({ at, crisis_level, reason, attachments }) => (
            <li key={at} className={styles.form}>
              <p className={styles.choice}>
                <span className={styles.hint}>{t('verdict.formerAt', { at: dateText(at) })}</span>
                {isLevel(crisis_level) && <CrisisLevelTag level={crisis_level} />}
              </p>
              {reason === undefined ? (
                <p className={styles.hint}>{t('verdict.formerNoReason')}</p>
              ) : (
                <p className={styles.said}>{reason}</p>
              )}
              {attachments.length > 0 && <Attachments items={attachments.map(uploadedItem)} />}
            </li>
          ))}
      </ol>
    </section>
  );
}

import { Alert, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { Attachments } from '../../../platform/media/web/Attachments.tsx';
import { uploadedItem } from '../../../platform/media/web/use-uploads.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { VerificationPanel } from '../../../platform/ui/web/VerificationPanel.tsx';
import type { WarnDetail } from '../contract/warnings.ts';
import { FormerVerdicts } from './FormerVerdicts.tsx';
import { verdictText } from './verdict-text.ts';
import { VerdictAside } from './VerdictAside.tsx';
import { Question } from './VerdictForm.tsx';
import styles from './crisis.module.css';

interface Props {
  /** The warning is hidden until the user passes second-step verification. */
  locked: boolean;
  onVerified: () => void;
  warn: WarnDetail | undefined;
  currentLevel: number | undefined;
  error: unknown;
  notice: string | undefined;
  onRetry: () => void;
  onClose: () => void;
}

/** A warning for users who may not decide on it, or no longer may; also shows loading, failure and verification. */
export function VerdictView({ locked, onVerified, warn, currentLevel, error, notice, onRetry, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Sheet open title={t('verdict.title')} onClose={onClose}>
      {locked ? (
        <VerificationPanel onVerified={onVerified} onBack={onClose} />
      ) : error ? (
        <FailedState error={error} onRetry={onRetry} />
      ) : !warn ? (
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      ) : (
        <div className={styles.form}>
          {notice !== undefined && <Alert type="warning" showIcon role="alert" message={notice} />}
          <Question
            studentName={warn.child_name}
            question={warn.warn_content}
            currentLevel={currentLevel}
            about={t('verdict.reported', { name: warn.reporter_name, at: dateText(warn.reported_at) })}
          />
          <VerdictAside warn={warn} />
          <section aria-label={t('verdict.verdict')} className={styles.form}>
            <p>
              <strong>{verdictText(warn) ?? t('verdict.pending')}</strong>
            </p>
            {warn.reason !== undefined && warn.reason !== '' && <p className={styles.said}>{warn.reason}</p>}
            <Attachments items={warn.attachments.map(uploadedItem)} />
            <FormerVerdicts former={warn.former} />
          </section>
        </div>
      )}
    </Sheet>
  );
}

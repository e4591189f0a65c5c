import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ArchiveEvent } from '../../../platform/archive/contract.ts';
import { CrisisLevelTag } from '../../../platform/ui/web/CrisisLevelTag.tsx';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { StatusTag } from '../../../platform/ui/web/StatusTag.tsx';
import { isLevel } from '../../crisis/public.ts';
import { RecordLink } from './RecordLink.tsx';
import styles from './archive.module.css';

/** One event of the timeline. Memoised, because there may be hundreds. */
export const EventRow = memo(function EventRow({ event, onDone }: { event: ArchiveEvent; onDone: () => void }) {
  const { t } = useTranslation();
  const { kind, at, title, facts, by, crisis_level, state } = event;
  return (
    <li className={styles.event}>
      <time className={styles.when} dateTime={at}>
        {at === '' ? '' : dateText(at)}
      </time>
      <div className={styles.what}>
        <span className={styles.line}>
          <span className={styles.kind}>{t(`archive.kind.${kind}`)}</span>
          <RecordLink of={event} onDone={onDone}>
            {title}
          </RecordLink>
          {isLevel(crisis_level) && <CrisisLevelTag level={crisis_level} />}
          {state && <StatusTag tone={state.tone}>{state.text}</StatusTag>}
          {by !== undefined && by !== '' && <span className={styles.quiet}>{by}</span>}
        </span>
        {facts.length > 0 && (
          <dl className={styles.facts}>
            {facts.map((fact) => (
              <div key={fact.title}>
                <dt>{fact.title}</dt>
                <dd>{fact.text}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </li>
  );
});

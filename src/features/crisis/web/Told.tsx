import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useEntity } from '../../../platform/crud/web/use-entity.ts';
import { Attachments } from '../../../platform/media/web/Attachments.tsx';
import { known } from '../../../platform/media/web/use-uploads.ts';
import { recordPage } from '../../../platform/pages/web/pages.ts';
import type { ToldRecord } from '../contract/crisis.ts';
import styles from './case.module.css';

interface Props {
  record: ToldRecord;
  id: string;
  /** Another step has said what it is: only the way to it is shown. */
  brief?: boolean;
}

/** A record in a few words, with its files and the way to it. */
export function Told({ record: { resource, facts, words, attachments }, id, brief = false }: Props) {
  const { t } = useTranslation();
  const path = recordPage(useEntity(resource)?.schema['x-resource'].area);
  return (
    <>
      {!brief && facts.length > 0 && (
        <p className={styles.facts}>
          {facts.map(({ title, text }) => (
            <span key={title}>
              <span className={styles.quiet}>{title}</span> {text}
            </span>
          ))}
        </p>
      )}
      {!brief &&
        words.map(({ title, text }) => (
          <p key={title} className={styles.content}>
            <span className={styles.quiet}>{title}</span> {text}
          </p>
        ))}
      {!brief && attachments.length > 0 && <Attachments items={attachments.map(known)} />}
      {path !== undefined && (
        <Link className={styles.way} to={`${path}?show=${encodeURIComponent(id)}`}>
          {t('cases.toRecord')}
        </Link>
      )}
    </>
  );
}

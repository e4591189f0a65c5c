import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useEntity } from '../../../platform/crud/web/use-entity.ts';
import { Attachments } from '../../../platform/media/web/Attachments.tsx';
import { uploadedItem } from '../../../platform/media/web/use-uploads.ts';
import { recordPage } from '../../../platform/pages/web/pages.ts';
import type { SummarisedRecord } from '../contract/cases.ts';
import styles from './case.module.css';

interface Props {
  record: SummarisedRecord;
  id: string;
  /** Shows only the link, because another step already shows the content. */
  linkOnly?: boolean;
}

/** A summary of a record with its files and a link to its page. */
export function RecordSummary({ record: { resource, facts, words, attachments }, id, linkOnly = false }: Props) {
  const { t } = useTranslation();
  const path = recordPage(useEntity(resource)?.schema['x-resource'].area);
  return (
    <>
      {!linkOnly && facts.length > 0 && (
        <p className={styles.facts}>
          {facts.map(({ title, text }) => (
            <span key={title}>
              <span className={styles.quiet}>{title}</span> {text}
            </span>
          ))}
        </p>
      )}
      {!linkOnly &&
        words.map(({ title, text }) => (
          <p key={title} className={styles.content}>
            <span className={styles.quiet}>{title}</span> {text}
          </p>
        ))}
      {!linkOnly && attachments.length > 0 && <Attachments items={attachments.map(uploadedItem)} />}
      {path !== undefined && (
        <Link className={styles.way} to={`${path}?show=${encodeURIComponent(id)}`}>
          {t('cases.toRecord')}
        </Link>
      )}
    </>
  );
}

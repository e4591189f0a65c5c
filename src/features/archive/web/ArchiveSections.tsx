import { Button } from 'antd';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useEntity } from '../../../platform/crud/web/use-entity.ts';
import { recordPage } from '../../../platform/pages/web/pages.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { CrisisLevelTag } from '../../../platform/ui/web/CrisisLevelTag.tsx';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { StatusTag } from '../../../platform/ui/web/StatusTag.tsx';
import { CASE_STATUS, isLevel, VALID_STATUS } from '../../crisis/public.ts';
import { openVerification } from '../../crisis/web/public.ts';
import type { Archive } from '../contract.ts';
import styles from './archive.module.css';

/** A section of the archive: its rows, or a text where there are none. */
function Section({ title, emptyText, children }: { title: string; emptyText: string; children: readonly ReactNode[] }) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {children.length === 0 ? (
        <p className={styles.quiet}>{emptyText}</p>
      ) : (
        <ul className={styles.rows}>{children}</ul>
      )}
    </section>
  );
}

const Level = ({ level }: { level: number | undefined }) => isLevel(level) && <CrisisLevelTag level={level} />;

export function Cases({ cases }: { cases: NonNullable<Archive['cases']> }) {
  const { t } = useTranslation();
  return (
    <Section title={t('archive.cases')} emptyText={t('archive.noCases')}>
      {cases.map(({ case_id, crisis_level, status, opened_at, closed_at }) => (
        <li key={case_id} className={styles.row}>
          <Link to={`/crisis/case/${case_id}`}>{t('archive.caseOf', { at: dateText(opened_at) })}</Link>
          <Level level={crisis_level} />
          <StatusTag tone={status === CASE_STATUS.open ? 'yellow' : 'grey'}>{labelOf('case_status', status)}</StatusTag>
          {closed_at !== undefined && (
            <span className={styles.quiet}>{t('archive.closed', { at: dateText(closed_at) })}</span>
          )}
        </li>
      ))}
    </Section>
  );
}

export function Warns({ warns, onDone }: { warns: NonNullable<Archive['warns']>; onDone: () => void }) {
  const { t } = useTranslation();
  const labels = useEntity('warn')?.schema.properties['category_id']?.['x-labels'];
  return (
    <Section title={t('archive.warns')} emptyText={t('archive.noWarns')}>
      {warns.map(({ warn_id, source, category_id, valid_status, crisis_level, reported_at, reporter_name }) => (
        <li key={warn_id} className={styles.row}>
          <Button
            type="link"
            className={styles.open}
            aria-label={t('archive.openWarn', { at: dateText(reported_at) })}
            onClick={() => openVerification(warn_id, onDone)}
          >
            {[labelOf('warn_source', source), category_id === undefined ? '' : (labels?.[category_id] ?? category_id)]
              .filter(Boolean)
              .join(' · ')}
          </Button>
          {valid_status === VALID_STATUS.valid ? (
            <Level level={crisis_level} />
          ) : (
            <StatusTag tone={valid_status === VALID_STATUS.pending ? 'yellow' : 'grey'}>
              {labelOf('valid_status', valid_status)}
            </StatusTag>
          )}
          <span className={styles.quiet}>{t('archive.by', { name: reporter_name, at: dateText(reported_at) })}</span>
        </li>
      ))}
    </Section>
  );
}

function RecordRow({
  record: { record_id, resource, at, created_by_name, facts },
}: {
  record: NonNullable<Archive['records']>[number];
}) {
  const schema = useEntity(resource)?.schema;
  const path = recordPage(schema?.['x-resource'].area);
  const title = schema?.title ?? resource;
  return (
    <li className={styles.row}>
      {path === undefined ? (
        <span>{title}</span>
      ) : (
        <Link to={`${path}?show=${encodeURIComponent(record_id)}`}>{title}</Link>
      )}
      {facts.map(({ title: label, text }) => (
        <span key={label}>
          <span className={styles.what}>{label}</span> {text}
        </span>
      ))}
      <span className={styles.quiet}>
        {[created_by_name, at === undefined ? undefined : dateText(at)].filter(Boolean).join('，')}
      </span>
    </li>
  );
}

export function Records({ records }: { records: NonNullable<Archive['records']> }) {
  const { t } = useTranslation();
  return (
    <Section title={t('archive.records')} emptyText={t('archive.noRecords')}>
      {records.map((record) => (
        <RecordRow key={record.record_id} record={record} />
      ))}
    </Section>
  );
}

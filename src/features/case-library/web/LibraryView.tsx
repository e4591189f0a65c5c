import { Descriptions } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../platform/schema/labels.ts';
import { CrisisLevelTag } from '../../../platform/ui/web/CrisisLevelTag.tsx';
import { StatusTag } from '../../../platform/ui/web/StatusTag.tsx';
import { isLevel } from '../../crisis/public.ts';
import type { LibraryCase } from '../contract.ts';
import { PARTS } from '../rules/draft.ts';
import { LIBRARY_STATUS } from '../rules/status.ts';
import styles from './library.module.css';

const TONES = { 1: 'grey', 2: 'yellow', 3: 'done', 4: 'red' } as const;
const toneOf = (status: number) => TONES[status as keyof typeof TONES] ?? 'grey';

/** What a case is about, without anything that leads to a student. */
function Facts({ value }: { value: LibraryCase }) {
  const { t } = useTranslation();
  const { category_id, crisis_level: level, period, sex, released_month: month, author_name: author } = value;
  const optional = (key: string, label: string, children: ReactNode) =>
    children === undefined ? [] : [{ key, label, children }];
  const items = [
    { key: 'category', label: t('caseLibrary.facts.category'), children: labelOf('crisis_category', category_id) },
    {
      key: 'level',
      label: t('caseLibrary.facts.level'),
      children: isLevel(level) ? <CrisisLevelTag level={level} /> : String(level),
    },
    ...optional('period', t('caseLibrary.facts.period'), period && labelOf('class_period', period)),
    ...optional('sex', t('caseLibrary.facts.sex'), sex && labelOf('sex', sex)),
    ...optional('month', t('caseLibrary.facts.month'), month),
    ...optional('author', t('caseLibrary.facts.author'), author),
  ];
  return <Descriptions size="small" column={{ xs: 1, sm: 2, md: 3 }} items={items} />;
}

/** A case as it is read and printed. */
export function LibraryView({ value, acts }: { value: LibraryCase; acts: ReactNode }) {
  const { t } = useTranslation();
  return (
    <article className={styles.card} aria-labelledby="library-title">
      <header className={styles.row}>
        <h2 id="library-title" className={styles.name}>
          {value.title}
          {value.status !== LIBRARY_STATUS.released && (
            <StatusTag tone={toneOf(value.status)}>{labelOf('library_status', value.status)}</StatusTag>
          )}
        </h2>
        <div className={styles.acts}>{acts}</div>
      </header>
      <Facts value={value} />
      {PARTS.map((part) => (
        <section key={part} aria-labelledby={`library-${part}`}>
          <h3 id={`library-${part}`} className={styles.heading}>
            {t(`caseLibrary.part.${part}`)}
          </h3>
          {value[part].trim() === '' ? (
            <p className={styles.quiet}>{t('caseLibrary.none')}</p>
          ) : (
            <p className={styles.text}>{value[part]}</p>
          )}
        </section>
      ))}
      {value.status === LIBRARY_STATUS.released && <p className={styles.quiet}>{t('caseLibrary.notPerson')}</p>}
    </article>
  );
}

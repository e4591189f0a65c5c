import { Alert, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import type { LibraryCase } from '../contract.ts';
import { LIBRARY_STATUS } from '../rules/status.ts';
import styles from './library.module.css';

type Finding = NonNullable<LibraryCase['findings']>[number];

/** One line of pieces, each with its kind. */
function Pieces({ title, pieces }: { title: string; pieces: readonly Finding[] }) {
  const { t } = useTranslation();
  if (pieces.length === 0) return null;
  return (
    <div className={styles.pieces}>
      <span className={styles.quiet}>{title}</span>
      {pieces.map(({ kind, text }) => (
        <Tag key={`${kind}${text}`}>
          {t(`caseLibrary.findings.kind.${kind}`)}：{text}
        </Tag>
      ))}
    </div>
  );
}

/** What the text still gives away, and what the reviewer said. */
export function Findings({ value, findings }: { value: LibraryCase; findings: readonly Finding[] }) {
  const { t } = useTranslation();
  const certain = findings.filter((finding) => finding.certain);
  const perhaps = findings.filter((finding) => !finding.certain);
  const quiet = findings.length === 0;
  return (
    <div className={styles.notes}>
      {value.words !== undefined && (
        <Alert
          type="warning"
          showIcon
          message={<span className={styles.text}>{t('caseLibrary.returnedWith', { words: value.words })}</span>}
        />
      )}
      {value.status === LIBRARY_STATUS.submitted && !value.may.review && (
        <Alert type="info" showIcon message={t('caseLibrary.waiting')} />
      )}
      <Alert
        type={certain.length > 0 ? 'error' : 'info'}
        showIcon
        message={quiet ? t('caseLibrary.findings.none') : t('caseLibrary.findings.title')}
        description={
          !quiet && (
            <>
              <Pieces title={t('caseLibrary.findings.certain')} pieces={certain} />
              <Pieces title={t('caseLibrary.findings.perhaps')} pieces={perhaps} />
              {value.may.edit && <p className={styles.quiet}>{t('caseLibrary.findings.after')}</p>}
            </>
          )
        }
      />
    </div>
  );
}

import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PackFinding } from '../../contract/packs.ts';
import styles from './packs.module.css';

interface Props {
  file: string;
  findings: readonly PackFinding[];
  more?: number | undefined;
}

/** Everything that is wrong with a pack file, each finding with its place in the file. */
export function PackFindings({ file, findings, more = 0 }: Props) {
  const { t } = useTranslation();
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      message={t('packs.findings', { file, count: findings.length + more })}
      description={
        <ol className={styles.findings}>
          {findings.map(({ pointer, reason, fix }, i) => (
            <li key={i} className={styles.finding}>
              <span>
                <code>{pointer === '' ? t('packs.wholeFile') : pointer}</code>
              </span>
              <span>{reason}</span>
              <span>{`${t('packs.fix')}：${fix}`}</span>
            </li>
          ))}
          {more > 0 && <li>{t('packs.moreFindings', { count: more })}</li>}
        </ol>
      }
    />
  );
}

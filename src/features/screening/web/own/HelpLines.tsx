import { PhoneOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import styles from './own.module.css';

/** Open day and night, free of charge. */
const LINES = ['12356', '12355'] as const;
const URGENT = ['120', '110'] as const;

/** Help lines, to be dialled with one tap. */
export function HelpLines() {
  const { t } = useTranslation();
  return (
    <ul className={styles.lines} aria-label={t('mine.lines')}>
      {LINES.map((line) => (
        <li key={line}>
          <a href={`tel:${line}`} className={styles.line}>
            <PhoneOutlined aria-hidden />
            <span>
              <strong>{line}</strong> {t(`mine.line${line}`)}
            </span>
          </a>
        </li>
      ))}
      <li className={styles.urgent}>
        {t('mine.urgent')}
        {URGENT.map((line) => (
          <a key={line} href={`tel:${line}`} className={styles.short}>
            {line}
          </a>
        ))}
      </li>
    </ul>
  );
}

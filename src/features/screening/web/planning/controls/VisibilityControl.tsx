import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../../../../platform/feature/web/control.ts';
import { partsOf } from './values.ts';
import styles from '../planning.module.css';

const READERS = ['student', 'guardian', 'class_teacher'] as const;
const CHOICES = ['none', 'words', 'bands'] as const;

/** What students, guardians and class teachers see of a result: nothing, words, or bands. */
export function VisibilityControl({ id, value, onChange, disabled }: ControlProps) {
  const { t } = useTranslation();
  const parts = partsOf(value);
  return (
    <div id={id} className={styles.form}>
      {READERS.map((reader) => (
        <div key={reader}>
          <span id={`${id}-${reader}`}>{t(`exams.readers.${reader}`)}</span>
          <div>
            <Radio.Group
              aria-labelledby={`${id}-${reader}`}
              disabled={disabled}
              value={parts[reader] ?? 'none'}
              onChange={({ target }) => onChange({ ...parts, [reader]: target.value as unknown })}
              options={CHOICES.map((choice) => ({ value: choice, label: t(`exams.visible.${choice}`) }))}
            />
          </div>
        </div>
      ))}
    </div>
  );
}

import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './PageJumper.module.css';

interface Props {
  pageCount: number;
  onJump: (page: number) => void;
  disabled?: boolean;
}

/** The typed page, limited to 1–`pageCount` (`spec §5`); undefined if it is no integer. */
export function pageTyped(typed: string, pageCount: number): number | undefined {
  const text = typed.normalize('NFKC').trim();
  return /^-?\d{1,9}$/.test(text) ? Math.min(Math.max(Number(text), 1), Math.max(pageCount, 1)) : undefined;
}

/** '前往' with a number: jumps on Enter and on blur. */
export function PageJumper({ pageCount, onJump, disabled = false }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const jump = () => {
    const page = pageTyped(typed, pageCount);
    setTyped('');
    if (page !== undefined) onJump(page);
  };
  return (
    <label className={styles.jumper}>
      {t('common.jumpTo')}
      <Input
        className={styles.input}
        inputMode="numeric"
        aria-label={t('common.pageNumber')}
        value={typed}
        disabled={disabled}
        onChange={(e) => setTyped(e.target.value)}
        onPressEnter={jump}
        onBlur={jump}
      />
      {t('common.page')}
    </label>
  );
}

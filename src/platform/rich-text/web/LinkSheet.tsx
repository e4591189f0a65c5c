import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../crud/web/Sheet.tsx';
import { DOCUMENT_LIMITS, isSafeHref } from '../rich-text.ts';
import styles from './editor.module.css';

interface Props {
  /** The present address; empty where the words have no link. */
  href: string;
  onClose: () => void;
  /** @param href Undefined removes the link */
  onSet: (href: string | undefined) => void;
}

/** The address of a link. */
export function LinkSheet({ href, onClose, onSet }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState(href === '' ? 'https://' : href);
  const [tried, setTried] = useState(false);
  const wrong = !isSafeHref(typed.trim());
  const submit = () => {
    setTried(true);
    if (!wrong) onSet(typed.trim());
  };
  return (
    <Sheet
      open
      small
      width={480}
      title={t('richText.linkTitle')}
      onClose={onClose}
      act={{ label: t('richText.linkVerb'), busy: false, onClick: submit }}
    >
      <div className={styles.link}>
        <label htmlFor={id}>{t('richText.linkHref')}</label>
        <Input
          id={id}
          autoFocus
          inputMode="url"
          maxLength={DOCUMENT_LIMITS.href}
          value={typed}
          status={tried && wrong ? 'error' : ''}
          aria-invalid={tried && wrong}
          aria-describedby={`${id}-help`}
          onChange={({ target }) => setTyped(target.value)}
          onPressEnter={submit}
        />
        <p
          id={`${id}-help`}
          role={tried && wrong ? 'alert' : undefined}
          className={tried && wrong ? styles.problem : styles.quiet}
        >
          {t(tried && wrong ? 'richText.linkWrongFormat' : 'richText.linkFormat')}
        </p>
        {href !== '' && (
          <Button type="link" className={styles.removeLink} onClick={() => onSet(undefined)}>
            {t('richText.linkRemove')}
          </Button>
        )}
      </div>
    </Sheet>
  );
}

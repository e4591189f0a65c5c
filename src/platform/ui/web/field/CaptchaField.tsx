import { Input, type InputRef } from 'antd';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Field, fieldProps } from './Field.tsx';
import type { Captcha } from './use-captcha.ts';
import styles from './Field.module.css';

interface Props {
  input: RefObject<InputRef | null>;
  value: string;
  onChange: (code: string) => void;
  error: string | undefined;
  failure?: string | undefined;
  captcha: Captcha;
}

/** Captcha; pressing the picture loads another. */
export function CaptchaField({ input, value, onChange, error, failure, captcha }: Props) {
  const { t } = useTranslation();
  const label = captcha.failed ? t('login.captchaFailed') : t('login.captchaPicture');
  return (
    <Field id="captcha" label={t('login.captcha')} error={error} failure={failure}>
      <div className={styles.captcha}>
        <Input
          {...fieldProps('captcha', error)}
          ref={input}
          size="large"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={16}
          value={value}
          onChange={(e) => onChange(e.target.value)}
        />
        <button type="button" className={styles.picture} onClick={captcha.renew} aria-label={label} title={label}>
          {captcha.picture === undefined ? (
            captcha.failed && <span>{t('common.retry')}</span>
          ) : (
            <img src={captcha.picture} alt="" />
          )}
        </button>
      </div>
    </Field>
  );
}

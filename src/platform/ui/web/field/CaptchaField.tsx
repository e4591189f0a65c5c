import { Button, Input, type InputRef } from 'antd';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Field, fieldProps } from './Field.tsx';
import { useCaptchaWork, type CaptchaWork } from './use-captcha-work.ts';
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

/** Captcha; pressing the picture loads another. For people who cannot see it, the device computes instead. */
export function CaptchaField({ input, value, onChange, error, failure, captcha }: Props) {
  const { t } = useTranslation();
  const work = useCaptchaWork(captcha.sessionId, onChange);
  const label = captcha.failed ? t('login.captchaFailed') : t('login.captchaPicture');
  const isOff = work.state === 'off';
  return (
    <Field id="captcha" label={t('login.captcha')} error={error} failure={failure}>
      {isOff ? (
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
      ) : (
        <WorkStatus work={work} onRetry={captcha.renew} />
      )}
      <Button type="link" size="small" className={styles.instead} onClick={isOff ? work.start : work.stop}>
        {t(isOff ? 'login.captchaWork' : 'login.captchaBack')}
      </Button>
    </Field>
  );
}

/** How far the device is, read out by a screen reader. A failed task is replaced with that of a new session. */
function WorkStatus({ work: { state, share }, onRetry }: { work: CaptchaWork; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.work}>
      <p id="captcha" role="status" className={styles.working}>
        {state === 'working' && t('login.captchaWorking')}
        {state === 'done' && t('login.captchaWorked')}
        {state === 'failed' && t('login.captchaWorkFailed')}
      </p>
      {/* A native bar: antd's Progress would add its tooltips to the scripts of the login page. */}
      {state === 'working' && <progress className={styles.share} value={share} aria-hidden />}
      {state === 'failed' && (
        <Button size="small" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </div>
  );
}

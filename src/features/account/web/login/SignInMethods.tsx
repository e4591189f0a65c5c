import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { lazyPage } from '../../../../platform/ui/web/lazy-page.ts';
import { SignInForm } from './SignInForm.tsx';
import styles from './SignInForm.module.css';

// Most users sign in by password, so the other method is loaded when it is chosen.
const SmsSignIn = lazyPage(async () => (await import('./SmsSignIn.tsx')).SmsSignIn);
const METHODS = ['byPassword', 'bySms'] as const;

/** The sign-in methods, and the reason for signing in where one is known. */
export function SignInMethods({ notice, onSignIn }: { notice: string | undefined; onSignIn: () => void }) {
  const { t } = useTranslation();
  const [method, setMethod] = useState<(typeof METHODS)[number]>('byPassword');
  return (
    <>
      {notice !== undefined && (
        <p role="alert" className={styles.notice}>
          {notice}
        </p>
      )}
      <div role="tablist" aria-label={t('login.ways')} className={styles.ways}>
        {METHODS.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            aria-selected={each === method}
            className={styles.way}
            onPointerEnter={each === 'bySms' ? SmsSignIn.preload : undefined}
            onClick={() => setMethod(each)}
          >
            {t(`login.${each}`)}
          </button>
        ))}
      </div>
      {method === 'byPassword' ? (
        <SignInForm onSignIn={onSignIn} />
      ) : (
        <Suspense>
          <SmsSignIn onSignIn={onSignIn} />
        </Suspense>
      )}
      <p className={styles.below}>
        <Link to="/reset-password" className={styles.forgotten}>
          {t('login.forgotten')}
        </Link>
      </p>
    </>
  );
}

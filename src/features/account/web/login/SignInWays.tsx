import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { lazyPage } from '../../../../platform/pages/web/lazy-page.ts';
import { SignInForm } from './SignInForm.tsx';
import styles from './SignInForm.module.css';

// Most people type a password: the other way comes when it is chosen.
const SmsSignIn = lazyPage(async () => (await import('./SmsSignIn.tsx')).SmsSignIn);
const WAYS = ['byPassword', 'bySms'] as const;

/** The ways to sign in, and why one has to where that is known. */
export function SignInWays({ notice, onSignIn }: { notice: string | undefined; onSignIn: () => void }) {
  const { t } = useTranslation();
  const [way, setWay] = useState<(typeof WAYS)[number]>('byPassword');
  return (
    <>
      {notice !== undefined && (
        <p role="alert" className={styles.notice}>
          {notice}
        </p>
      )}
      <div role="tablist" aria-label={t('login.ways')} className={styles.ways}>
        {WAYS.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            aria-selected={one === way}
            className={styles.way}
            onPointerEnter={one === 'bySms' ? SmsSignIn.preload : undefined}
            onClick={() => setWay(one)}
          >
            {t(`login.${one}`)}
          </button>
        ))}
      </div>
      {way === 'byPassword' ? (
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

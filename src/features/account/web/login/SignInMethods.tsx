import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { fromFeatures } from '../../../../platform/feature/web/registry.ts';
import { DoorAlert, DoorLinks } from '../../../../platform/ui/web/door/DoorTexts.tsx';
import { lazyPage } from '../../../../platform/ui/web/lazy-page.ts';
import { SignInForm } from './SignInForm.tsx';
import styles from './SignInForm.module.css';

// Most users sign in by password, so the other method is loaded when it is chosen.
const SmsSignIn = lazyPage(async () => (await import('./SmsSignIn.tsx')).SmsSignIn);
/** The ways that other features bring. */
const otherWays = fromFeatures((features) =>
  features.flatMap(({ name, signInWays }) => (signInWays ? [{ name, Ways: lazyPage(signInWays) }] : [])),
);
const METHODS = ['byPassword', 'bySms'] as const;

/** The sign-in methods, and the reason for signing in where one is known. */
export function SignInMethods({ notice, onSignIn }: { notice: string | undefined; onSignIn: () => void }) {
  const { t } = useTranslation();
  const [method, setMethod] = useState<(typeof METHODS)[number]>('byPassword');
  return (
    <>
      {notice !== undefined && <DoorAlert>{notice}</DoorAlert>}
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
      <DoorLinks>
        <Link to="/reset-password">{t('login.forgotten')}</Link>
        <Link to="/mobile-sign-up">{t('login.signUp')}</Link>
      </DoorLinks>
      <Suspense>
        {otherWays().map(({ name, Ways }) => (
          <Ways key={name} />
        ))}
      </Suspense>
    </>
  );
}

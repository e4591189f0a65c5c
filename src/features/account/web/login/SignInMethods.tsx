import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { fromFeatures } from '../../../../platform/feature/web/registry.ts';
import { DoorAlert, DoorLinks } from '../../../../platform/ui/web/door/DoorTexts.tsx';
import { lazyPage } from '../../../../platform/ui/web/lazy-page.ts';
import { PartBoundary } from '../../../../platform/ui/web/PartBoundary.tsx';
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
  const [smsForm, setSmsForm] = useState<'loading' | 'ready' | 'failed'>('loading');
  /** Without the network the page stays, with the other method. Browsers do not load a chunk again after a failure. */
  const loadSmsForm = async () => setSmsForm((await SmsSignIn.preload()) ? 'ready' : 'failed');
  const choose = (next: typeof method) => {
    setMethod(next);
    if (next === 'bySms') void loadSmsForm();
  };
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
            onPointerEnter={each === 'bySms' ? () => void SmsSignIn.preload() : undefined}
            onClick={() => choose(each)}
          >
            {t(`login.${each}`)}
          </button>
        ))}
      </div>
      {method === 'byPassword' && <SignInForm onSignIn={onSignIn} />}
      {method === 'bySms' && smsForm === 'ready' && <SmsSignIn onSignIn={onSignIn} />}
      {method === 'bySms' && smsForm === 'failed' && (
        <>
          <DoorAlert>{t('login.smsFormFailed')}</DoorAlert>
          <Button type="primary" size="large" block onClick={() => window.location.reload()}>
            {t('common.reload')}
          </Button>
        </>
      )}
      <DoorLinks>
        <Link to="/reset-password">{t('login.forgotten')}</Link>
        <Link to="/mobile-sign-up">{t('login.signUp')}</Link>
      </DoorLinks>
      <PartBoundary fallback={<DoorAlert>{t('login.otherWaysFailed')}</DoorAlert>}>
        <Suspense>
          {otherWays().map(({ name, Ways }) => (
            <Ways key={name} />
          ))}
        </Suspense>
      </PartBoundary>
    </>
  );
}

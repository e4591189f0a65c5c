import { Alert, Button } from 'antd';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { prompts, sessionStore } from '../../../platform/http/web/portal.ts';
import { HOME } from '../../../platform/pages/web/route-guard.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { signInAgain } from '../../../platform/session/web/sign-in.ts';
import { signOut } from '../../../platform/session/web/sign-out.ts';
import { useStore } from '../../../platform/state/web/store.ts';
import { Layer } from '../../../platform/ui/web/Layer.tsx';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';
import { useCloseOnBack } from '../../../platform/ui/web/leaving.ts';
import styles from './SignInLayer.module.css';

const SignInForm = lazyPage(
  async () => (await import('../../../features/account/web/login/SignInForm.tsx')).SignInForm,
);

interface Props {
  /** A failure reported the end of the session without a call that waits. */
  ended: boolean;
  /** Another user signed in in another tab. */
  isTakenOver: boolean;
  onSignedIn: () => void;
}

const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <Layer label={title}>
    <section className={styles.card} aria-labelledby="sign-in-again">
      <h1 id="sign-in-again" className={styles.title}>
        {title}
      </h1>
      {children}
    </section>
  </Layer>
);

/**
 * Signs in again above the page after the session has ended, or another tab has signed in as another user. The same
 * person goes on: the page keeps its input, and the calls that wait are sent again. Another person starts at the home
 * page, and nothing of the former one is sent.
 */
export function SignInLayer({ ended, isTakenOver, onSignedIn }: Props) {
  const { t } = useTranslation();
  const { user } = useCurrentUser();
  const open = useStore(prompts.waiting).session > 0 || ended || isTakenOver;
  const [replaced, setReplaced] = useState(false);

  useEffect(() => prompts.provide('session'), []);
  // Back must not close the dialog below, whose input waits.
  useCloseOnBack(open || replaced, () => undefined);
  const goOn = () => {
    prompts.settle('session', 'done');
    onSignedIn();
  };
  // Another tab may sign in.
  useEffect(() => {
    if (!open) return;
    const follow = ({ key }: StorageEvent) => {
      if (key !== sessionStore.keys.session || sessionStore.session()?.user_id !== user.user_id) return;
      prompts.settle('session', 'done');
      onSignedIn();
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [open, user.user_id, onSignedIn]);

  if (replaced)
    return (
      <Card title={t('errors.sessionEndedTitle')}>
        <Alert type="info" showIcon role="alert" message={t('errors.otherUser')} />
        <Button type="primary" block onClick={() => window.location.assign(HOME)}>
          {t('errors.goOn')}
        </Button>
      </Card>
    );
  if (!open) return null;
  const leave = () => {
    prompts.settle('session', 'cancelled');
    if (isTakenOver) window.location.assign(HOME);
    else void signOut({ notice: '' });
  };
  const title = t(isTakenOver ? 'errors.otherTabTitle' : 'errors.sessionEndedTitle');
  return (
    <Card title={title}>
      <Alert
        type="warning"
        showIcon
        role="alert"
        message={isTakenOver ? t('errors.otherTab', { name: user.real_name }) : t('errors.sessionEnded')}
        description={t(isTakenOver ? 'errors.otherTabGoOn' : 'errors.signInToGoOn')}
      />
      <Suspense>
        <SignInForm
          initialAccount={user.login_name}
          send={async (credentials) => {
            if (await signInAgain(credentials, user.user_id)) return goOn();
            setReplaced(true);
            prompts.settle('session', 'cancelled');
          }}
        />
      </Suspense>
      <Button type="link" className={styles.other} onClick={leave}>
        {t(isTakenOver ? 'errors.otherTabLeave' : 'errors.signInElsewhere')}
      </Button>
    </Card>
  );
}

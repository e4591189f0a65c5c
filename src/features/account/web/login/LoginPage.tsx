import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { HOME } from '../../../../platform/pages/web/route-guard.ts';
import { choose, chooseAgain, userState, type CurrentUser } from '../../../../platform/session/web/current-user.ts';
import { useStore } from '../../../../platform/state/web/store.ts';
import { DoorFrame } from '../../../../platform/ui/web/door/DoorFrame.tsx';
import { lazyPage } from '../../../../platform/ui/web/lazy-page.ts';
import { PageLoading } from '../../../../platform/ui/web/PageLoading.tsx';
import { Chooser } from './Chooser.tsx';
import { SignInMethods } from './SignInMethods.tsx';

const FirstPassword = lazyPage(async () => (await import('./FirstPassword.tsx')).FirstPassword);

interface Props {
  /** Called when the credentials are sent, so that the next code can load meanwhile. */
  onSignIn: () => void;
}

/** /login: sign in, then choose identity, organisation and role where there is a choice (`spec §4`). */
export function LoginPage({ onSignIn }: Props) {
  const { t } = useTranslation();
  const { status } = useStore(userState);
  return (
    <DoorFrame
      title={t(status === 'changing' ? 'login.firstPassword' : 'login.title')}
      titleHidden={status === 'choosing'}
    >
      <Step onSignIn={onSignIn} />
    </DoorFrame>
  );
}

/** The request that restores a choice. */
const requestOf = ({ identity, org, role }: CurrentUser) => ({
  identity,
  org_id: org.org_id,
  role_id: role?.role_id,
});

/** Shows sign-in, or the choice of identity, organisation and role. */
function Step({ onSignIn }: Props) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const navigate = useNavigate();
  const state = useStore(userState);
  const changing = new URLSearchParams(search).get('type') === 'change-org';
  const requested = useRef(false);
  const [before, setBefore] = useState<CurrentUser>();

  useEffect(() => {
    if (state.status !== 'chosen' || !changing) return;
    if (requested.current) return void navigate(HOME, { replace: true });
    requested.current = true;
    setBefore(state.current);
    chooseAgain(state.current.user, { identity: state.current.identity });
  }, [state, changing, navigate]);

  if (state.status === 'choosing')
    return <Chooser state={state} onLeave={before && (() => choose(before.user, requestOf(before)))} />;
  if (state.status === 'changing')
    return (
      <Suspense fallback={<PageLoading />}>
        <FirstPassword state={state} />
      </Suspense>
    );
  if (state.status === 'chosen') return <PageLoading />;
  const reason = state.status === 'rejected' ? t(`login.rejected.${state.reason}`) : state.notice;
  return <SignInMethods notice={reason || undefined} onSignIn={onSignIn} />;
}

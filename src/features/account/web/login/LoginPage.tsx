import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import type { GuardState } from '../../../../platform/pages/web/Guard.tsx';
import { HOME } from '../../../../platform/pages/web/route-guard.ts';
import { chooseAgain, userState } from '../../../../platform/session/web/current-user.ts';
import { useStore } from '../../../../platform/session/web/store.ts';
import { PageLoading } from '../../../../platform/ui/web/PageLoading.tsx';
import { Chooser } from './Chooser.tsx';
import { Frame } from './Frame.tsx';
import { SignInWays } from './SignInWays.tsx';

interface Props {
  /** Told when the person's credentials go out: what comes next can be loaded meanwhile. */
  onSignIn: () => void;
}

/** /login: sign in, then choose identity, organisation and role where there is a choice (`spec §4`). */
export function LoginPage({ onSignIn }: Props) {
  const { t } = useTranslation();
  return (
    <Frame title={t('login.title')}>
      <Step onSignIn={onSignIn} />
    </Frame>
  );
}

/** Signing in, or what there is to choose after it. */
function Step({ onSignIn }: Props) {
  const { t } = useTranslation();
  const { state: left, search } = useLocation() as { state: GuardState | null; search: string };
  const navigate = useNavigate();
  const state = useStore(userState);
  const changing = new URLSearchParams(search).get('type') === 'change-org';
  const asked = useRef(false);

  useEffect(() => {
    if (state.status !== 'chosen' || !changing) return;
    if (asked.current) return void navigate(HOME, { replace: true });
    asked.current = true;
    chooseAgain(state.current.user, { identity: state.current.identity });
  }, [state, changing, navigate]);

  if (state.status === 'choosing') return <Chooser state={state} />;
  if (state.status === 'chosen') return <PageLoading />;
  const why = state.status === 'rejected' ? t(`login.rejected.${state.reason}`) : state.notice;
  const notice = why || (left?.keyDropped ? t('login.linkNotSupported') : undefined);
  return <SignInWays notice={notice} onSignIn={onSignIn} />;
}

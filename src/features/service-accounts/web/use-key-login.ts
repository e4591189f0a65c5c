import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import { sessionStore } from '../../../platform/http/web/portal.ts';
import { texts } from '../../../platform/i18n/web/texts.ts';
import type { UserInfo } from '../../../platform/identity/contract.ts';
import { LOGIN } from '../../../platform/pages/web/route-guard.ts';
import { dropKey, heldKey } from '../../../platform/pages/web/token-key.ts';
import { displayOf } from '../../../platform/session/web/notify-failure.ts';
import { enterWithKey, holderOf, signedInHere, type Holder } from './enter-with-key.ts';

export type KeyStage =
  | { at: 'working' }
  /** Another person is signed in in this browser: nobody's session is replaced without a word. */
  | { at: 'asking'; current: UserInfo; holder: Holder }
  | { at: 'failed'; text: string; canRetry: boolean; signedIn: boolean };

/** Signs in with the key of the address, and asks where somebody else is signed in. */
export function useKeyLogin() {
  const navigate = useNavigate();
  const [stage, setStage] = useState<KeyStage>({ at: 'working' });
  const started = useRef(false);

  const leave = useCallback(
    (to: string) => {
      dropKey();
      // A choice of organisation or role comes first where there is one.
      void navigate(LOGIN, { replace: true, state: { from: to } });
    },
    [navigate],
  );

  const run = useCallback(
    async (chosen?: UserInfo) => {
      setStage({ at: 'working' });
      const held = heldKey();
      const signedIn = () => sessionStore.session() !== undefined;
      if (held === undefined)
        return setStage({ at: 'failed', text: texts.t('keyLogin.gone'), canRetry: false, signedIn: signedIn() });
      try {
        const current = chosen ?? (await signedInHere());
        if (current !== undefined && chosen === undefined) {
          const holder = await holderOf(held.key);
          if (holder.user_id === current.user_id) return leave(held.to);
          return setStage({ at: 'asking', current, holder });
        }
        await enterWithKey(held.key, current);
        return leave(held.to);
      } catch (error) {
        const canRetry = error instanceof ApiError && error.isUnreachable;
        if (!canRetry) dropKey();
        return setStage({ at: 'failed', text: displayOf(error).text, canRetry, signedIn: signedIn() });
      }
    },
    [leave],
  );

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void run();
  }, [run]);

  return {
    stage,
    onRetry: () => void run(),
    onEnter: () => stage.at === 'asking' && void run(stage.current),
    onStay: () => leave(heldKey()?.to ?? LOGIN),
  };
}

import { useCallback, useEffect, useState } from 'react';
import { call } from '../../../http/web/call.ts';
import { captchaImage, createCaptchaSession } from '../../../identity/contract.ts';

export interface Captcha {
  sessionId: string | undefined;
  /** Address of the picture; absent while it loads and where it failed. */
  picture: string | undefined;
  failed: boolean;
  /** Begins a new captcha session: a code is good for one try. */
  renew: () => void;
}

/** A picture code, from the moment that one is wanted. */
export function useCaptcha(wanted: boolean): Captcha {
  const [round, setRound] = useState(0);
  const [loaded, setLoaded] = useState<{ sessionId: string; picture: string }>();
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (!wanted) return;
    let gone = false;
    let address: string | undefined;
    const load = async () => {
      const { session_id } = await call(createCaptchaSession, { body: {} }, { quiet: true });
      const { blob } = await call(captchaImage, { params: { id: session_id }, query: {} });
      if (gone) return;
      address = URL.createObjectURL(blob);
      setLoaded({ sessionId: session_id, picture: address });
    };
    setFailed(false);
    load().catch(() => {
      if (!gone) setFailed(true);
    });
    return () => {
      gone = true;
      setLoaded(undefined);
      if (address !== undefined) URL.revokeObjectURL(address);
    };
  }, [wanted, round]);

  const renew = useCallback(() => setRound((n) => n + 1), []);
  return { sessionId: loaded?.sessionId, picture: loaded?.picture, failed, renew };
}

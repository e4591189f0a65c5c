import { useCallback, useEffect, useState } from 'react';
import { call } from '../../../http/web/call.ts';
import { captchaImage, createCaptchaSession } from '../../../identity/contract.ts';

export interface Captcha {
  sessionId: string | undefined;
  /** URL of the picture; absent while it loads and after a failure. */
  picture: string | undefined;
  failed: boolean;
  /** Starts a new captcha session; a code is valid for one attempt. */
  renew: () => void;
}

/** Loads a captcha once `wanted` is true. */
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

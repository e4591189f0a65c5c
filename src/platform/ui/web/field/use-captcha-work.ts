import { useEffect, useState } from 'react';
import { call } from '../../../http/web/call.ts';
import { captchaWork } from '../../../identity/contract.ts';
import { useStable } from '../use-stable.ts';

export interface CaptchaWork {
  /** `off`: the picture is used. */
  state: 'off' | 'working' | 'done' | 'failed';
  /** Share of the numbers that were tried, 0 to 1. */
  share: number;
  start: () => void;
  stop: () => void;
}

/**
 * Verification without a picture: this device computes the answer of a task. Once started it goes on with every new
 * captcha session, so that a person who cannot see the picture is not asked for it after a wrong password.
 *
 * @param onAnswer Receives the answer, which takes the place of the code, and an empty text when there is none any more
 */
export function useCaptchaWork(sessionId: string | undefined, onAnswer: (answer: string) => void): CaptchaWork {
  const [wanted, setWanted] = useState(0);
  const [state, setState] = useState<CaptchaWork['state']>('off');
  const [share, setShare] = useState(0);
  const answered = useStable(onAnswer);

  useEffect(() => {
    if (wanted === 0) return;
    const controller = new AbortController();
    const { signal } = controller;
    const work = async (id: string) => {
      const [{ doWork }, task] = await Promise.all([
        import('../../../identity/web/do-work.ts'),
        call(captchaWork, { params: { id } }, { quiet: true, signal }),
      ]);
      const answer = await doWork(task, setShare, signal);
      if (signal.aborted) return;
      setState(answer === undefined ? 'failed' : 'done');
      answered(answer ?? '');
    };
    setState('working');
    setShare(0);
    if (sessionId !== undefined)
      work(sessionId).catch(() => {
        if (!signal.aborted) setState('failed');
      });
    return () => controller.abort();
  }, [wanted, sessionId, answered]);

  return {
    state,
    share,
    start: () => setWanted((n) => n + 1),
    stop: () => {
      setWanted(0);
      setState('off');
      answered('');
    },
  };
}

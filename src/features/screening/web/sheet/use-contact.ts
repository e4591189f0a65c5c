import { useEffect } from 'react';
import { call } from '../../../../platform/http/web/call.ts';
import { useStable } from '../../../../platform/ui/web/use-stable.ts';
import { seatContact } from '../../contract/seats.ts';
import { CONTACT_MS } from '../../rules/seats.ts';
import { deviceId } from '../offline/device.ts';
import type { OwnAnswers } from './use-answers.ts';

/**
 * Reports to the room's monitor how many answers this device still holds: at the start, at fixed intervals, and when
 * the network is back. An answer itself causes no report, so that the traffic does not depend on it.
 */
export function useContact(sheetId: string, { count, state }: Pick<OwnAnswers, 'count' | 'state'>, on: boolean): void {
  const report = useStable(() => {
    const body = { device_id: deviceId(), unsent: count() };
    call(seatContact, { params: { id: sheetId }, body }, { quiet: true, noPrompt: true }).catch(() => undefined);
  });
  const waiting = state === 'waiting';
  useEffect(() => {
    if (!on) return undefined;
    if (!waiting) report();
    const timer = setInterval(report, CONTACT_MS);
    return () => clearInterval(timer);
  }, [on, waiting, report]);
}

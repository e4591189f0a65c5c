import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ValueProps } from '../../../platform/feature/web/feature.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { cases } from './texts.zh.ts';

provideTexts({ cases });

const MINUTE_MS = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;

/** The largest unit in which a waiting time is at least one. */
function unitOf(minutes: number): { unit: 'minutes' | 'hours' | 'days'; n: number } {
  if (minutes < HOUR) return { unit: 'minutes', n: minutes };
  return minutes < DAY
    ? { unit: 'hours', n: Math.floor(minutes / HOUR) }
    : { unit: 'days', n: Math.floor(minutes / DAY) };
}

/** How long something has waited: the server's minutes, which go on while the page is open. */
export function WaitingValue({ value, text }: ValueProps) {
  const { t } = useTranslation();
  const [{ from, received }, setReceived] = useState({ from: value, received: Date.now() });
  const [now, setNow] = useState(received);
  if (from !== value) setReceived({ from: value, received: now });
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  if (typeof value !== 'number') return text;
  const { unit, n } = unitOf(value + Math.max(0, Math.floor((now - received) / MINUTE_MS)));
  return <>{t(`cases.waited.${unit}`, { n })}</>;
}

import { sameValue } from '../../../platform/schema/json.ts';
import type { ScreenNumbers } from '../contract.ts';

const parts = ['warnings', 'cases', 'consultations', 'screening', 'schools'] as const;

/** The later numbers, with every part that did not change as it was before: only changed parts are drawn again. */
export function mergeNumbers(before: ScreenNumbers | undefined, now: ScreenNumbers): ScreenNumbers {
  if (before === undefined) return now;
  const kept = Object.fromEntries(
    parts.flatMap((part) =>
      now[part] !== undefined && sameValue(before[part], now[part]) ? [[part, before[part]]] : [],
    ),
  );
  return { ...now, ...kept };
}

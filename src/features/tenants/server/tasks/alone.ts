import { isoTime } from '../../../../platform/runtime/server/clock.ts';
import { ALONE_DAYS } from '../../rules.ts';

const DAY_MS = 86_400_000;

/** When the person who proposed an erasure may approve it, where there is no other operator. */
export const aloneFrom = ({ requested_at }: { requested_at: string }): string =>
  isoTime(Date.parse(requested_at) + ALONE_DAYS * DAY_MS);

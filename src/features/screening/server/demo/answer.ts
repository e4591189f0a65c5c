import type { Random } from '../../../../platform/demo/server/random.ts';
import { isoTime } from '../../../../platform/runtime/server/clock.ts';
import type { ScaleItem, ScalePack } from '../../rules/scales/pack-schema.ts';
import { pointsOf } from '../../rules/scales/pack.ts';
import { emptyState, mergeAnswers, type SentAnswer, type SheetState } from '../../rules/sheet-state.ts';
import { WHO5 } from './packs.ts';

const DEVICE = 'demo';
const SLOW_MS: readonly [number, number] = [4_000, 14_000];
const HASTY_MS: readonly [number, number] = [300, 700];

export interface Answering {
  packs: readonly ScalePack[];
  /** When the first answer is given, in milliseconds. */
  from: number;
  /** Answers only so many items; all of them where absent. */
  atMost?: number | undefined;
  /** Taps through the sheet: the same option everywhere, faster than one can read. */
  isHasty: boolean;
}

/** Sensitive items are denied: a critical answer has a warning. Low points mean few troubles, except for well-being. */
function valueOf(pack: ScalePack, item: ScaleItem, trouble: number): number {
  const { low, high } = pointsOf(pack, item);
  if (item.topic !== undefined) return low;
  const points = Math.min(high, Math.max(low, Math.round(low + trouble * (high - low))));
  return pack === WHO5 ? low + high - points : points;
}

/** Answers to the items of a sheet in their order. @returns the state, and when the last answer was given */
export function answer({ packs, from, atMost, isHasty }: Answering, random: Random): { state: SheetState; at: number } {
  const trouble = random.next() ** 2 * 0.9;
  const [least, most] = isHasty ? HASTY_MS : SLOW_MS;
  let at = from;
  const answers = packs.flatMap((pack) =>
    pack.items.map((item, i): SentAnswer => {
      at += random.int(least, most);
      const value = isHasty ? pointsOf(pack, item).low : valueOf(pack, item, trouble + (random.next() - 0.5) * 0.4);
      return { scale_id: pack.id, item_id: item.id, value, answered_at: isoTime(at), seq: i };
    }),
  );
  const given = answers.slice(0, atMost);
  const state = emptyState();
  mergeAnswers(state, { device: DEVICE, holder: DEVICE }, given);
  return { state, at: Date.parse(given.at(-1)?.answered_at ?? isoTime(from)) };
}

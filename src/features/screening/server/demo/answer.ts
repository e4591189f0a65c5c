import type { Random } from '../../../../platform/demo/server/random.ts';
import { isoTime } from '../../../../platform/runtime/server/clock.ts';
import type { AnswerValue } from '../../rules/scales/answers.ts';
import type { ScaleItem, ScalePack } from '../../rules/scales/pack-schema.ts';
import { pointsOf } from '../../rules/scales/pack.ts';
import type { Questionnaire } from '../../rules/scales/questionnaire-schema.ts';
import { emptyState, mergeAnswers, type SentAnswer, type SheetState } from '../../rules/sheet-state.ts';
import { ownAnswer } from './own-questionnaire.ts';
import { WHO5 } from './packs.ts';

const DEVICE = 'demo';
const SLOW_MS: readonly [number, number] = [4_000, 14_000];
const HASTY_MS: readonly [number, number] = [300, 700];

/** What is answered in the demo. */
export type DemoPack = ScalePack | Questionnaire;

export interface Answering {
  packs: readonly DemoPack[];
  /** When the first answer is given, in milliseconds. */
  from: number;
  /** Answers only so many items; all of them where absent. */
  atMost?: number | undefined;
  /** Taps through the sheet: the same option everywhere, faster than one can read. */
  isHasty: boolean;
  /** Has troubles that the cutoffs are for; everybody else stays well below them. */
  isTroubled: boolean;
  /** A sensitive item that is not denied. */
  critical?: { item: string; value: number } | undefined;
}

/** Sensitive items are denied, but for the critical answer. Low points mean few troubles, except for well-being. */
function valueOf(pack: ScalePack, item: ScaleItem, trouble: number): number {
  const { low, high } = pointsOf(pack, item);
  if (item.topic !== undefined) return low;
  const points = Math.min(high, Math.max(low, Math.round(low + trouble * (high - low))));
  return pack === WHO5 ? low + high - points : points;
}

/** Answers to the items of a sheet in their order. @returns the state, and when the last answer was given */
export function answer(
  { packs, from, atMost, isHasty, isTroubled, critical }: Answering,
  random: Random,
): { state: SheetState; at: number } {
  const drawn = random.next();
  const trouble = isTroubled ? 0.55 + drawn * 0.3 : drawn ** 2 * 0.25;
  const [least, most] = isHasty ? HASTY_MS : SLOW_MS;
  let at = from;
  const answers = packs.flatMap((pack) => {
    const given = (item_id: string, i: number, value: AnswerValue): SentAnswer => ({
      scale_id: pack.id,
      item_id,
      value,
      answered_at: isoTime(at),
      seq: i,
    });
    if (pack.kind === 'questionnaire')
      return pack.items.flatMap((item, i) => {
        at += random.int(least, most);
        const value = ownAnswer(item, random);
        return value === undefined ? [] : [given(item.id, i, value)];
      });
    return pack.items.map((item, i) => {
      at += random.int(least, most);
      const drawnValue = isHasty
        ? pointsOf(pack, item).low
        : valueOf(pack, item, trouble + (random.next() - 0.5) * 0.3);
      const value = item.topic !== undefined && critical?.item === item.id ? critical.value : drawnValue;
      return given(item.id, i, value);
    });
  });
  const given = answers.slice(0, atMost);
  const state = emptyState();
  mergeAnswers(state, { device: DEVICE, holder: DEVICE }, given);
  return { state, at: Date.parse(given.at(-1)?.answered_at ?? isoTime(from)) };
}

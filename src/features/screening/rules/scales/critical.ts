import { pointsByItem, type SheetAnswer } from './answers.ts';
import { holds } from './conditions.ts';
import type { Topic } from './pack-schema.ts';
import type { Pack } from './pack.ts';

/** An answer that must reach a person at once, whatever the total is. */
export interface CriticalAnswer {
  scale_id: string;
  item_id: string;
  value: number;
  /** Suggested crisis level, 1 most urgent. The level is decided after a talk. */
  level: 1 | 2 | 3;
  topic: Topic | null;
  /** For the person who verifies it. */
  words: string;
}

/**
 * The critical items whose condition holds, in the order of the items; each once, with the most urgent level. It needs
 * no complete sheet.
 *
 * @throws ScaleError for an unknown item or option
 */
export function critical(pack: Pack, answers: readonly SheetAnswer[]): CriticalAnswer[] {
  if (pack.kind !== 'scale') return [];
  const points = pointsByItem(pack, answers);
  return pack.items.flatMap(({ id, topic }): CriticalAnswer[] => {
    const value = points.get(id);
    if (value === undefined) return [];
    const [most] = pack.critical
      .filter(({ item, when }) => item === id && holds(when, value))
      .sort((a, b) => a.level - b.level);
    if (!most) return [];
    return [{ scale_id: pack.id, item_id: id, value, level: most.level, topic: topic ?? null, words: most.words }];
  });
}

/** Whether a pack has a critical condition for an item. */
export const isCriticalItem = (pack: Pack, itemId: string): boolean =>
  pack.kind === 'scale' && pack.critical.some(({ item }) => item === itemId);

import type { AnswerValue, SheetAnswer } from './scales/answers.ts';

/** An answer as a device sends it. */
export interface SentAnswer {
  scale_id: string;
  item_id: string;
  value: AnswerValue;
  answered_at: string;
  /** Orders the answers of one device to one item. */
  seq: number;
}

/** The answer in force to one item. */
interface HeldAnswer {
  value: AnswerValue;
  /** When it was given, by the device's clock. */
  at: string;
  /** The device that gave it: index in `devices`. */
  by: number;
  /** The last number that arrived from each device, by its index. */
  seqs: Record<string, number>;
}

/** The answers in force of one sheet, with what merging the next ones depends on. Stored encrypted, as one text. */
export interface SheetState {
  /** Everything that ever wrote, in the order of appearance. */
  devices: string[];
  /** The device with which a session fetched the sheet last, by the session's chain: index in `devices`. */
  sessions: Record<string, number>;
  /** By scale and item (`keyOf`). */
  items: Record<string, HeldAnswer>;
  /** The last value of each critical item that the warning names, by scale and item. */
  raised: Record<string, AnswerValue>;
}

export const emptyState = (): SheetState => ({ devices: [], sessions: {}, items: {}, raised: {} });

/** Item ids contain no slash. */
export const keyOf = (scaleId: string, itemId: string): string => `${scaleId}/${itemId}`;

export const sameValue = (a: AnswerValue | undefined, b: AnswerValue | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** The index of a device, which is added where it is new. */
export function deviceIndex(state: SheetState, device: string): number {
  const known = state.devices.indexOf(device);
  return known >= 0 ? known : state.devices.push(device) - 1;
}

/**
 * What became of an answer: `repeated` arrived before, or a later one of the same device did; `superseded` is a former
 * holder's, where the holder has answered the same item.
 */
export type Outcome = 'applied' | 'repeated' | 'superseded';

/**
 * Merges answers into the state, in their order of arrival.
 *
 * @param device The device that sent them
 * @param holder The device that holds the lease; undefined where none does
 */
export const mergeAnswers = (
  state: SheetState,
  { device, holder }: { device: string; holder: string | undefined },
  answers: readonly SentAnswer[],
): Outcome[] => {
  const from = deviceIndex(state, device);
  const holding = holder === undefined ? from : deviceIndex(state, holder);
  return answers.map((answer) => mergeOne(state, { from, holding }, answer));
};

function mergeOne(
  { items }: SheetState,
  { from, holding }: { from: number; holding: number },
  { scale_id, item_id, value, answered_at: at, seq }: SentAnswer,
): Outcome {
  const key = keyOf(scale_id, item_id);
  const held = Object.hasOwn(items, key) ? items[key] : undefined;
  if (held && seq <= (held.seqs[from] ?? -1)) return 'repeated';
  const seqs = { ...held?.seqs, [from]: seq };
  if (held && from !== holding && held.by === holding) {
    items[key] = { ...held, seqs };
    return 'superseded';
  }
  items[key] = { value, at, by: from, seqs };
  return 'applied';
}

/** The answers to every scale, by its id, each list in the order in which they were first given. */
export function answersByScale({ items }: SheetState): Map<string, SheetAnswer[]> {
  const scales = new Map<string, SheetAnswer[]>();
  for (const key of Object.keys(items)) {
    const held = items[key];
    if (!held) continue;
    const cut = key.lastIndexOf('/');
    const answer = { item_id: key.slice(cut + 1), value: held.value, answered_at: held.at };
    const list = scales.get(key.slice(0, cut));
    if (list) list.push(answer);
    else scales.set(key.slice(0, cut), [answer]);
  }
  return scales;
}

/** The answers to one scale, in the order in which they were first given. */
export const answersOf = (state: SheetState, scaleId: string): SheetAnswer[] =>
  answersByScale(state).get(scaleId) ?? [];

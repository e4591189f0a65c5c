import { describe, expect, it } from 'vitest';
import {
  answersByScale,
  answersOf,
  deviceIndex,
  emptyState,
  mergeAnswers,
  sameValue,
  type SentAnswer,
} from '../../../src/features/screening/rules/sheet-state.ts';

const answer = (item_id: string, value: number, seq: number, scale_id = 'phq'): SentAnswer => ({
  scale_id,
  item_id,
  value,
  seq,
  answered_at: `2026-11-02T00:00:0${seq}.000Z`,
});
const values = (state: ReturnType<typeof emptyState>, scale = 'phq') =>
  answersOf(state, scale).map(({ item_id, value }) => [item_id, value]);

describe('the answers of a sheet', () => {
  it('are those that a device sent last, whatever arrives late or twice', () => {
    const state = emptyState();
    const from = { device: 'tablet', holder: 'tablet' };
    expect(mergeAnswers(state, from, [answer('1', 0, 1), answer('1', 2, 3)])).toEqual(['applied', 'applied']);
    expect(mergeAnswers(state, from, [answer('1', 1, 2), answer('1', 2, 3)])).toEqual(['repeated', 'repeated']);
    expect(mergeAnswers(state, from, [answer('1', 3, 4)])).toEqual(['applied']);
    expect(values(state)).toEqual([['1', 3]]);
  });

  it('take the first answer of a device under number 0', () => {
    const state = emptyState();
    expect(mergeAnswers(state, { device: 'tablet', holder: undefined }, [answer('1', 2, 0)])).toEqual(['applied']);
    expect(mergeAnswers(state, { device: 'phone', holder: undefined }, [answer('1', 3, 0)])).toEqual(['applied']);
    expect(values(state)).toEqual([['1', 3]]);
  });

  it('keep the word of the device that holds the sheet, and take from the former one what the holder left open', () => {
    const state = emptyState();
    mergeAnswers(state, { device: 'old', holder: 'old' }, [answer('1', 0, 1)]);
    mergeAnswers(state, { device: 'new', holder: 'new' }, [answer('1', 3, 1)]);
    const late = { device: 'old', holder: 'new' };
    expect(mergeAnswers(state, late, [answer('1', 1, 2), answer('2', 1, 3)])).toEqual(['superseded', 'applied']);
    expect(values(state)).toEqual([
      ['1', 3],
      ['2', 1],
    ]);
    // What was superseded has arrived: sent again it is a repeat.
    expect(mergeAnswers(state, late, [answer('1', 1, 2)])).toEqual(['repeated']);
    // An item that the former holder answered last may be answered by it again.
    expect(mergeAnswers(state, late, [answer('2', 2, 4)])).toEqual(['applied']);
  });

  it('let the holder change its own answer', () => {
    const state = emptyState();
    mergeAnswers(state, { device: 'new', holder: 'new' }, [answer('1', 3, 1)]);
    expect(mergeAnswers(state, { device: 'new', holder: 'new' }, [answer('1', 1, 2)])).toEqual(['applied']);
  });

  it('are told apart by scale, in the order in which they were first given', () => {
    const state = emptyState();
    const from = { device: 'tablet', holder: undefined };
    mergeAnswers(state, from, [answer('9', 1, 1), answer('1', 2, 2), answer('1', 0, 3, 'own/gad'), answer('9', 3, 4)]);
    expect(values(state)).toEqual([
      ['9', 3],
      ['1', 2],
    ]);
    expect([...answersByScale(state).keys()]).toEqual(['phq', 'own/gad']);
    expect(answersOf(state, 'own/gad')).toEqual([{ item_id: '1', value: 0, answered_at: '2026-11-02T00:00:03.000Z' }]);
    expect(answersOf(state, 'none')).toEqual([]);
  });

  it('do not fall for names that every object has', () => {
    const state = emptyState();
    const odd = { ...answer('constructor', 1, 1), scale_id: '' };
    expect(mergeAnswers(state, { device: 'tablet', holder: undefined }, [odd])).toEqual(['applied']);
  });

  it('know a device again', () => {
    const state = emptyState();
    expect(['a', 'b', 'a', 'b', 'c'].map((device) => deviceIndex(state, device))).toEqual([0, 1, 0, 1, 2]);
  });

  it('are the same when their values are', () => {
    expect(sameValue(['a', 'b'], ['a', 'b'])).toBe(true);
    expect(sameValue(1, undefined)).toBe(false);
  });
});

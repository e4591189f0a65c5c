import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ReaderPlaces } from '../../../../src/platform/sheets/server/reader-places.ts';

describe('places for readers', () => {
  const never = new AbortController().signal;

  it('are limited for the process and for each person; others wait in order', async () => {
    const places = new ReaderPlaces(2);
    const entered: string[] = [];
    const leave = new Map<string, () => void>();
    const enter = async (name: string, person: string) => {
      const give = await places.enter(person, never);
      entered.push(name);
      leave.set(name, give);
    };
    const all = [enter('a1', 'a'), enter('a2', 'a'), enter('b1', 'b'), enter('c1', 'c'), enter('d1', 'd')];
    await setImmediate();
    expect(entered).toEqual(['a1', 'b1']);
    leave.get('b1')?.();
    await setImmediate();
    expect(entered).toEqual(['a1', 'b1', 'c1']);
    leave.get('a1')?.();
    await setImmediate();
    expect(entered).toEqual(['a1', 'b1', 'c1', 'a2']);
    leave.get('c1')?.();
    await Promise.all(all);
    expect(entered.at(-1)).toBe('d1');
  });

  it('are not given to those who stopped waiting', async () => {
    const places = new ReaderPlaces(1);
    const leave = await places.enter('a', never);
    const stopped = new AbortController();
    const second = places.enter('b', stopped.signal);
    const third = places.enter('c', never);
    stopped.abort();
    await expect(second).rejects.toThrow('aborted');
    leave();
    (await third)();
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import vm from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACCEPTED } from '../mutation/accepted.ts';
import { allMutantsOf, choose, testsOf } from '../mutation/choose-mutants.ts';
import { mutantsOf } from '../mutation/find-mutants.ts';
import { instrument } from '../mutation/instrument.ts';
import type { Mutant, NumberedMutant } from '../mutation/mutant.ts';
import { goneOf } from '../mutation/mutants.ts';
import { isUnderAim, survivorLines, table, type RoomResult } from '../mutation/report.ts';
import { ROOMS, type Room } from '../mutation/rooms.ts';
import { decided, RunFolder } from '../mutation/run-folder.ts';

const changes = (text: string) =>
  mutantsOf('a.ts', text).map(({ original, replacement }) => `${original} → ${replacement}`);
const numbered = (text: string): NumberedMutant[] =>
  mutantsOf('a.ts', text).map((mutant, at) => ({ ...mutant, id: at + 1 }));

describe('the mutants of a source', () => {
  it('leave out calls, also awaited ones, and assignments', () => {
    expect(changes('async function f() { await stop(tx); x = 1; a?.b(); }')).toEqual([
      'await stop(tx); → ',
      'x = 1; → ',
      'a?.b(); → ',
    ]);
    expect(changes("'use strict'; ctx.log.info(1); const a = f();")).toEqual([]);
  });

  it('hold conditions to be true and false, and exchange operators', () => {
    expect(changes('if (a && !b) f(a);')).toEqual([
      'a && !b → true',
      'a && !b → false',
      'a && !b → a || !b',
      '!b → b',
      'f(a); → ',
    ]);
    expect(changes('export const f = (n: number) => n < 3;')).toEqual(['n < 3 → n <= 3', 'n < 3 → n >= 3']);
    expect(changes("export const f = (t: string) => 'a' + t;")).toEqual([]);
    expect(changes('export const f = (a?: string) => [a ?? b, a ?? null];')).toEqual(['a ?? b → a']);
  });

  it('allow one more than a limit', () => {
    expect(changes('if (n > lockAfter) f;')).toEqual([
      'n > lockAfter → true',
      'n > lockAfter → false',
      'n > lockAfter → n >= lockAfter',
      'n > lockAfter → n - 1 > lockAfter',
    ]);
    expect(changes('const TRIES = 5; const LONG = 60_000; const few = 5;')).toEqual(['5 → 6']);
  });

  it('let a query and a list find more', () => {
    expect(changes("export const q = rows.where('org_id', '=', id).filter(f);")).toEqual([
      "rows.where('org_id', '=', id).filter(f) → rows.where('org_id', '=', id)",
      "rows.where('org_id', '=', id) → rows",
    ]);
    expect(changes('export const q = a?.filter(f).some(g);')).toEqual([]);
    expect(changes("export const q = [a.toString('hex'), a.constructor()];")).toEqual([]);
    expect(changes('export const q = a.some(g);')).toEqual(['a.some(g) → a.every(g)']);
  });

  it('never touch types, imports and names', () => {
    expect(changes("import { a } from 'b'; type T = true; interface I { done: false } const x = y as true;")).toEqual(
      [],
    );
  });

  it('are numbered among equal ones, so that a change elsewhere keeps their names', () => {
    const all = mutantsOf('a.ts', 'f();\nf();');
    expect(all.map(({ nth, line }) => [nth, line])).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });
});

describe('instrumented code', () => {
  /** What a script does with one of its mutants switched on, by the number of the mutant; 0 for none. */
  const run = (text: string, active: number): unknown => {
    const calls: unknown[] = [];
    const context = { calls, call: (value: unknown) => calls.push(value) };
    const set = `globalThis.__mutant = (id) => id === ${active};`;
    vm.runInNewContext(`${set} ${instrument(text, numbered(text)).toString()}`, context);
    return calls;
  };
  const all = (text: string) => [0, ...numbered(text).map(({ id }) => id)].map((id) => run(text, id));

  it('does what it did before, and with a mutant what the mutant says', () => {
    expect(all('if (1 < 2) call(1); else call(2);')).toEqual([[1], [1], [2], [1], [], [1]]);
    expect(all('call(0 < 1 && !(1 === 1));')[0]).toEqual([false]);
    expect(all('const f = (x) => x > 1 ? x : [3].some((y) => y >= x); call(f(2)); call(f(1));')[0]).toEqual([2, true]);
  });

  it('keeps an else with its if where the statement between them is left out', () => {
    expect(all('if (true) if (false) call(1); else call(2);')).toEqual([[2], [], [1], [2], []]);
  });

  it('runs outside of the tests, where no mutant can be switched on', () => {
    const context = { seen: false };
    vm.runInNewContext(instrument('seen = 1 < 2;', numbered('seen = 1 < 2;')).toString(), context);
    expect(context.seen).toBe(true);
  });
});

describe('a run of mutants', () => {
  const mutant = (id: number, original: string): NumberedMutant => ({
    id,
    file: 'a.ts',
    line: id,
    start: id,
    end: id,
    original,
    replacement: '',
    statement: true,
    nth: 1,
  });
  const room: Room = { title: '', sources: [], tests: [], sample: 2 };

  it('tries the same sample until its code changes, and always what the room names', () => {
    const many = Array.from({ length: 20 }, (_, i) => mutant(i, `f${i}();`));
    const names = (of: readonly Mutant[], options: Partial<Room> = {}, sample = 2) =>
      choose(of, { ...room, ...options }, sample).map(({ original }) => original);
    const drawn = names(many);
    expect(drawn).toHaveLength(2);
    expect(names(many.filter(({ original }) => drawn.includes(original) || original === 'f3();'))).toEqual(drawn);
    const [left] = many.map(({ original }) => original).filter((original) => !drawn.includes(original));
    expect(names(many, { always: [{ file: 'a.ts', original: left ?? '' }] })).toContain(left);
    expect(names(many, {}, Infinity)).toHaveLength(20);
  });

  it('names accepted survivors whose code is gone', () => {
    const accepted = { room: 'audit', file: 'a.ts', replacement: '', reason: 'none' } as const;
    const [here, gone] = [
      { ...accepted, original: 'f();' },
      { ...accepted, original: 'g();' },
    ];
    expect(goneOf([here, gone, { ...here, nth: 2 }], [mutant(1, 'f();')])).toEqual([gone, { ...here, nth: 2 }]);
  });

  it('accepts only survivors that exist, each with a reason', () => {
    for (const name of new Set(ACCEPTED.map(({ room: one }) => one)))
      expect(
        goneOf(
          ACCEPTED.filter((one) => one.room === name),
          allMutantsOf(ROOMS[name]),
        ),
      ).toEqual([]);
    expect(ACCEPTED.filter(({ reason }) => reason.length < 20)).toEqual([]);
  });

  it('fails under the aim, and lists with file and line what no test noticed', () => {
    const result = (killed: number, survived: number): RoomResult => ({
      name: 'audit',
      title: '',
      of: 40,
      ms: 1000,
      accepted: 0,
      mutants: [
        ...Array.from({ length: killed }, (_, i) => ({ ...mutant(i, 'f();'), verdict: 'killed' as const })),
        ...Array.from({ length: survived }, (_, i) => ({ ...mutant(i, 'g();'), verdict: 'survived' as const })),
      ],
    });
    expect([isUnderAim(result(17, 3)), isUnderAim(result(16, 4)), isUnderAim(result(0, 0))]).toEqual([
      false,
      true,
      false,
    ]);
    expect(survivorLines(result(5, 1))).toEqual(['  存活  a.ts:0  g();  →  （删去）']);
    expect(table([result(17, 3)])[1]).toMatch(/^audit +17 +0 +3 +0 +0 +20 +40 +85\.0 % +1\.0 s$/);
  });

  it('has rooms with sources and tests', () => {
    for (const each of Object.values(ROOMS)) {
      expect(testsOf(each)).not.toEqual([]);
      expect(allMutantsOf(each).length).toBeGreaterThan(0);
    }
  });

  it('always tries the two that once went unnoticed', () => {
    const tried = (each: Room) =>
      choose(allMutantsOf(each), each, each.sample).map(({ original, replacement }) => `${original} ${replacement}`);
    expect(tried(ROOMS.crisis)).toContain("await stopEscalation(tx, ctx, warnId, 'verified'); ");
    expect(tried(ROOMS.proofs)).toContain('n > lockAfter n - 1 > lockAfter');
  });

  describe('that is told in messages', () => {
    let folder = '';
    beforeEach(() => void (folder = mkdtempSync(path.join(os.tmpdir(), 'mutants-'))));
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    it('knows what is decided, without what a spoiled process decided', () => {
      const messages = new RunFolder(folder);
      messages.writePlan({ mutants: [mutant(1, 'f();')], tests: ['a.test.ts'] });
      messages.report({ kind: 'end', id: 1, verdict: 'killed', test: 'a.test.ts' });
      messages.report({ kind: 'end', id: 2, verdict: 'killed' });
      messages.report({ kind: 'spoiled', ids: [2] });
      expect([...decided(messages.messages()).keys()]).toEqual([1]);
      expect(messages.readPlan().tests).toEqual(['a.test.ts']);
    });
  });
});

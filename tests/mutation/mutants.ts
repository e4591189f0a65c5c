import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../src/platform/runtime/server/root.ts';
import { paint, Problem, say } from '../../src/tools/lib/say.mjs';
import { ACCEPTED, type Accepted } from './accepted.ts';
import { allMutantsOf, choose, testsOf } from './choose-mutants.ts';
import { identityOf, type Mutant, type Verdict } from './mutant.ts';
import { describeMutant, isUnderAim, survivorLines, table, type RoomResult } from './report.ts';
import { AIM, ROOMS, type Room, type RoomName } from './rooms.ts';
import { RunFolder } from './run-folder.ts';
import { runSessions } from './session.ts';

const OPTIONS = /^--(full|again|unit|list|sample=\d+)$/;

const isRoom = (name: string): name is RoomName => name in ROOMS;
const nameOf = ({ nth = 1, ...accepted }: Accepted) => identityOf({ ...accepted, nth });

/** Accepted survivors whose code is gone: the reason no longer speaks about anything. */
export function goneOf(accepted: readonly Accepted[], mutants: readonly Mutant[]): Accepted[] {
  const names = new Set(mutants.map(identityOf));
  return accepted.filter((one) => !names.has(nameOf(one)));
}

/** What the last run of a room found, by the names of the mutants. */
class LastRun {
  private readonly file: string;
  constructor(name: RoomName) {
    this.file = path.join(root, '.cache/mutants', `${name}.json`);
  }
  read(): Record<string, Verdict> {
    return existsSync(this.file) ? (JSON.parse(readFileSync(this.file, 'utf8')) as Record<string, Verdict>) : {};
  }
  write(result: RoomResult): void {
    const verdicts = result.mutants.map((mutant) => [identityOf(mutant), mutant.verdict] as const);
    writeFileSync(this.file, JSON.stringify(Object.fromEntries(verdicts)));
  }
}

interface Options {
  /** Size of the sample; absent where it is that of the room. */
  sample: number | undefined;
  /** Only those that survived the last run: what was noticed before stays noticed while tests are only added. */
  again: boolean;
  /** Only tests without a server: a first look, in seconds. */
  unit: boolean;
}

async function runRoom(name: RoomName, options: Options): Promise<RoomResult> {
  const room: Room = ROOMS[name];
  const all = allMutantsOf(room);
  const own = ACCEPTED.filter((one) => one.room === name);
  const gone = goneOf(own, all);
  if (gone.length > 0)
    throw new Problem(
      `accepted.ts 中这些变异已不存在，请删去：\n${gone.map(({ file, original, replacement }) => `  ${file}  ${original}  →  ${replacement}`).join('\n')}\nThese accepted survivors no longer exist.`,
    );
  const accepted = new Set(own.map(nameOf));
  const open = all.filter((mutant) => !accepted.has(identityOf(mutant)));
  const chosen = choose(open, room, options.sample ?? room.sample);
  const lastRun = new LastRun(name);
  const before = options.again ? lastRun.read() : {};
  const noticed = (mutant: Mutant): Verdict | undefined => {
    const verdict = before[identityOf(mutant)];
    return verdict === 'killed' || verdict === 'timeout' ? verdict : undefined;
  };
  const tried = chosen.filter((mutant) => noticed(mutant) === undefined);
  say(`${name}（${room.title}）：${all.length} 个变异，本次检验 ${tried.length} 个 …`);
  const started = performance.now();
  // Stays until the next run, with vitest's output and the test that noticed each mutant.
  const folder = path.join(root, '.cache/mutants', options.unit ? `${name}-unit` : name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  new RunFolder(folder).writePlan({
    mutants: tried,
    tests: testsOf(room).filter((test) => !options.unit || !test.includes('/server/')),
  });
  const verdicts = await runSessions(folder);
  const result = {
    name,
    title: room.title,
    of: all.length,
    ms: performance.now() - started,
    accepted: own.length,
    mutants: chosen.map((mutant) => ({
      ...mutant,
      verdict: noticed(mutant) ?? verdicts.get(mutant.id)?.verdict ?? 'uncovered',
    })),
  } satisfies RoomResult;
  if (!options.unit) lastRun.write(result);
  for (const line of survivorLines(result)) console.log(line);
  return result;
}

/** Prints the mutants of rooms without running a test. */
function list(names: readonly RoomName[]): void {
  for (const name of names) for (const mutant of allMutantsOf(ROOMS[name])) console.log(describeMutant(mutant));
}

/**
 * `npm run mutants -- [room …] [--full] [--sample=n] [--again] [--unit] [--list]`: changes the rooms that guard
 * children in one place at a time, and asks whether a test notices it.
 *
 * @throws Problem when a room is under its aim, or an accepted survivor no longer exists
 */
export async function mutants(args: readonly string[]): Promise<void> {
  const unknown = args.filter((word) => !isRoom(word) && !OPTIONS.test(word));
  if (unknown.length > 0)
    throw new Problem(`没有 ${unknown.join('、')}；可用的有 ${Object.keys(ROOMS).join('、')}。There is no such room.`);
  const named = args.filter(isRoom);
  const names = named.length > 0 ? named : Object.keys(ROOMS).filter(isRoom);
  if (args.includes('--list')) return list(names);

  const results: RoomResult[] = [];
  const size = args.find((word) => word.startsWith('--sample='))?.split('=')[1];
  const sample = args.includes('--full') ? Infinity : size === undefined ? undefined : Number(size);
  const options = { sample, again: args.includes('--again'), unit: args.includes('--unit') };
  for (const name of names) results.push(await runRoom(name, options));
  console.log(`\n${paint('bold', table(results).join('\n'))}`);
  const under = results.filter(isUnderAim);
  if (under.length > 0)
    throw new Problem(`${under.map(({ name }) => name).join('、')} 不足 ${AIM * 100} %。A room is under its aim.`);
}

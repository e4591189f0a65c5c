import { randomBytes, randomInt, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { WORK_COST, workInput, workParts, type Work } from '../../captcha-work.ts';

/** Numbers that the first tasks of an address search: half of them on average, some seconds in a browser. */
const FIRST_LIMIT = 96;
/** The answer is in the upper part: no task is done at once by luck. */
const LOWEST_SHARE = 1 / 4;
/** Tasks of one address in an hour after which the number doubles, and how often it doubles at most. */
const DOUBLES_AFTER = 20;
const MOST_DOUBLINGS = 4;

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number }, Buffer>(scrypt);

/** Numbers that the nth task of an address within the hour searches. */
export const limitOf = (nth: number): number =>
  FIRST_LIMIT * 2 ** Math.min(MOST_DOUBLINGS, Math.floor((nth - 1) / DOUBLES_AFTER));

/** Creates a task with its answer, at the cost of one derivation. */
export async function createWork(limit: number): Promise<{ work: Work; answer: string }> {
  const salt = randomBytes(16);
  const n = randomInt(Math.floor(limit * LOWEST_SHARE), limit);
  const { N, r, p, dkLen } = WORK_COST;
  const { target, answer } = workParts(await derive(workInput(n), salt, dkLen, { N, r, p }));
  return { work: { salt: salt.toString('hex'), target, limit }, answer };
}

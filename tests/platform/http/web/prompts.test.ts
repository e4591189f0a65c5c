import { expect, it } from 'vitest';
import { createPrompts } from '../../../../src/platform/http/web/prompts.ts';

/** Prompts with a layer, and the clock behind them. */
function start() {
  const clock = { time: 1000 };
  const prompts = createPrompts(() => clock.time);
  return { clock, prompts, remove: prompts.provide('proof') };
}

it('a call that reads is prompted right after a change of page, which replaces the layer', async () => {
  const { prompts, remove } = start();
  remove();
  prompts.provide('proof');
  const outcome = prompts.ask('proof', { read: true });
  expect(prompts.waiting.get().proof).toBe(1);
  prompts.settle('proof', 'done');
  expect(await outcome).toBe('done');
});

it('calls that wait are cancelled when the page is left, and the next page prompts again', async () => {
  const { prompts, remove } = start();
  const left = prompts.ask('proof', { read: true });
  remove();
  expect(await left).toBe('cancelled');
  expect(await prompts.ask('proof', { read: true })).toBe('unavailable');
  prompts.provide('proof');
  void prompts.ask('proof', { read: true });
  expect(prompts.waiting.get().proof).toBe(1);
});

it('what the page reads again by itself does not prompt for two seconds after the user has declined', async () => {
  const { clock, prompts } = start();
  const declined = prompts.ask('proof', { read: true });
  prompts.settle('proof', 'cancelled');
  expect(await declined).toBe('cancelled');
  clock.time += 1999;
  expect(await prompts.ask('proof', { read: true })).toBe('cancelled');
  void prompts.ask('proof', { read: false });
  expect(prompts.waiting.get().proof).toBe(1);
  clock.time += 1;
  void prompts.ask('proof', { read: true });
  expect(prompts.waiting.get().proof).toBe(2);
});

/**
 * The usual time of a small piece of work, in milliseconds. On a machine that is busy with other work it grows like the
 * time that a test limits, so the limit is a multiple of it.
 */
export async function usualTime(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  while (times.length < 9) {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b)[4] ?? NaN;
}

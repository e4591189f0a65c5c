/** Drawings that wait for their turn. */
const waiting = new Set<() => void>();
let isRunning = false;

function next(): void {
  const [draw] = waiting;
  if (draw === undefined) return void (isRunning = false);
  waiting.delete(draw);
  draw();
  setTimeout(next);
}

/**
 * Runs each drawing as a task of its own, so that several that change at once do not hold up the page.
 *
 * @returns cancels it while it waits
 */
export function drawInTurn(draw: () => void): () => void {
  waiting.add(draw);
  if (!isRunning) {
    isRunning = true;
    setTimeout(next);
  }
  return () => void waiting.delete(draw);
}

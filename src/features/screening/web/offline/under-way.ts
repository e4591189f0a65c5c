const running = new Set<Promise<unknown>>();

/** A sheet opens without what is under way after so long; a reload then shows it. */
const WAIT_MS = 10_000;

/** Remembers that answers are being sent until the server has replied or the attempt has failed. */
export function underWay<T>(sending: Promise<T>): Promise<T> {
  const ended = () => running.delete(sending);
  running.add(sending);
  sending.then(ended, ended);
  return sending;
}

/**
 * Resolves when nothing is being sent. A sheet that is read before would lack answers that have left this device,
 * because they are deleted here as soon as they are acknowledged.
 */
export async function allSent(ms = WAIT_MS): Promise<void> {
  if (running.size === 0) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([Promise.allSettled(running), late]);
  clearTimeout(timer);
}

/** A page that is not long enough by then stays where it is. */
const GIVE_UP_MS = 2000;

/** Scrolls the window as soon as the page is long enough; stops when the person scrolls. */
export function restoreScroll(top: number): void {
  if (top === 0) return window.scrollTo({ top: 0 });
  const stop = new AbortController();
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight < top + window.innerHeight) return;
    window.scrollTo({ top });
    stop.abort();
  });
  stop.signal.addEventListener('abort', () => observer.disconnect());
  for (const event of ['wheel', 'touchmove', 'keydown'])
    window.addEventListener(event, () => stop.abort(), { once: true, passive: true, signal: stop.signal });
  // The former page is still shown in this moment.
  setTimeout(() => observer.observe(document.body));
  setTimeout(() => stop.abort(), GIVE_UP_MS);
}

import { format } from 'node:util';
import { afterEach } from 'vitest';

/*
 * A warning or an error in the console fails the test that caused it: React's warnings, requests that no test answers
 * and caught exceptions are printed there.
 */
const said: string[] = [];
/** The only message that cannot be fixed: happy-dom has no layout, so a growing text area measures no height. */
const NO_LAYOUT = '`NaN` is an invalid value for the `height` css style property.';
for (const level of ['error', 'warn'] as const)
  console[level] = (...parts: unknown[]) => {
    const text = format(...parts);
    if (text !== NO_LAYOUT) said.push(`console.${level}: ${text}`);
  };

// Hooks run in reverse order: the first set-up file checks last.
afterEach(() => {
  const now = said.splice(0);
  if (now.length > 0) throw new Error(now.join('\n'));
});

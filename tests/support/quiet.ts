import { format } from 'node:util';
import { afterEach } from 'vitest';

/*
 * A warning or an error in the console fails the test that caused it: React's warnings, requests that no test answers
 * and exceptions that were caught on the way come out there.
 */
const said: string[] = [];
for (const level of ['error', 'warn'] as const)
  console[level] = (...parts: unknown[]) => void said.push(`console.${level}: ${format(...parts)}`);

// Hooks run in reverse order: as the first set-up file this one looks last.
afterEach(() => {
  const now = said.splice(0);
  if (now.length > 0) throw new Error(now.join('\n'));
});

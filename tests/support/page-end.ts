import { cleanup } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';
import { newPage } from './page.ts';

newPage();

// Removes everything of a test's page before the next one.
afterEach(cleanup);
// Lets React finish its pending work before the window is closed.
afterAll(
  () =>
    new Promise<void>((done) => {
      setTimeout(() => setImmediate(done));
    }),
);

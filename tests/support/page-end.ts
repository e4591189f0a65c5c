import { cleanup } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';

// Nothing of a test's page is left for the next one.
afterEach(cleanup);
// What React still has to do in its next turn is done before the window goes.
afterAll(
  () =>
    new Promise<void>((done) => {
      setTimeout(() => setImmediate(done));
    }),
);

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

// Text areas that grow measure themselves, and happy-dom knows no default sizes.
const sizes = document.createElement('style');
sizes.textContent =
  'textarea { padding: 0 !important; border-width: 0 !important; box-sizing: border-box !important; }';
document.head.append(sizes);

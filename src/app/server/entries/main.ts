// The server: npm start (demonstration), npm run dev, npm run serve (production).
import { setFlagsFromString } from 'node:v8';

/**
 * By how much the part of the heap for new objects may grow at a time. What is made only to start would have it at its
 * largest for good, 20 MiB of memory.
 */
const growth = (factor: number) => setFlagsFromString(`--semi-space-growth-factor=${factor}`);

growth(1);
// So that loading it is part of the start.
const [{ serve }, { startFailure }] = await Promise.all([
  import('../serve.ts'),
  import('../../../platform/runtime/server/report.ts'),
]);

serve(import.meta.dirname).then(
  () => growth(2),
  (error: unknown) => {
    console.error(startFailure(error));
    process.exit(1);
  },
);

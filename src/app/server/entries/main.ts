// The server: npm start (demonstration), npm run dev, npm run serve (production).
import { setFlagsFromString } from 'node:v8';

/** Growth factor of the heap's new space. With V8's default the start alone grows it to its limit: 20 MiB for good. */
const growth = (factor: number) => setFlagsFromString(`--semi-space-growth-factor=${factor}`);

growth(1);
// Loaded here so that it counts as part of the start.
const [{ serve }, { startFailure }] = await Promise.all([import('../serve.ts'), import('../report.ts')]);

serve(import.meta.dirname).then(
  () => growth(2),
  (error: unknown) => {
    console.error(startFailure(error));
    process.exit(1);
  },
);

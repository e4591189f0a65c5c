// The server: npm start (demonstration), npm run dev, npm run serve (production).
import { growYoungSpace, holdYoungSpace } from '../../../platform/runtime/server/young-space.ts';

holdYoungSpace();
// As Node 21 and later have it. Without it `pg` asks `Response` whether it runs at Cloudflare, and so loads all of fetch.
if (!('navigator' in globalThis))
  Object.assign(globalThis, { navigator: { userAgent: `Node.js/${parseInt(process.versions.node)}` } });
// Loaded here so that it counts as part of the start.
const [{ serve }, { startFailure }] = await Promise.all([import('../serve.ts'), import('../report.ts')]);

serve(import.meta.dirname).then(growYoungSpace, (error: unknown) => {
  console.error(startFailure(error));
  process.exit(1);
});

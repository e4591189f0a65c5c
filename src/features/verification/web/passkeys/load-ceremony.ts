import { loadChunk } from '../../../../platform/http/web/load-chunk.ts';

/** What the browser does with a passkey, loaded with the first use. @throws ChunkLoadError */
export const loadCeremony = () => loadChunk(() => import('./ceremony.ts'));
export type Ceremony = Awaited<ReturnType<typeof loadCeremony>>;

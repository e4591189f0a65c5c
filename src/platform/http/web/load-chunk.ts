/** `spec §9` */
export const CHUNK_TIMEOUT_MS = 120_000;

/** A part of the portal could not be loaded: no network, or the portal was updated since this page was opened. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('a part of the portal did not load', { cause });
    this.name = 'ChunkLoadError';
  }
}

/**
 * Loads a part of the portal that comes only where it is needed. @throws ChunkLoadError also when it takes longer than
 * 120 s
 */
export function loadChunk<T>(load: () => Promise<T>, timeout = CHUNK_TIMEOUT_MS): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkLoadError('timeout')), timeout);
    load()
      .then(resolve, (cause: unknown) => reject(new ChunkLoadError(cause)))
      .finally(() => clearTimeout(timer));
  });
}

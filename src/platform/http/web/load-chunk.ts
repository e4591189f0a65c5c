/** `spec §9` */
export const CHUNK_TIMEOUT_MS = 120_000;

/** A chunk of the portal did not load: no network, or a newer version was deployed. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('a chunk of the portal did not load', { cause });
    this.name = 'ChunkLoadError';
  }
}

/** Loads a chunk on demand. @throws ChunkLoadError also after 120 s */
export function loadChunk<T>(load: () => Promise<T>, timeout = CHUNK_TIMEOUT_MS): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkLoadError('timeout')), timeout);
    load()
      .then(resolve, (cause: unknown) => reject(new ChunkLoadError(cause)))
      .finally(() => clearTimeout(timer));
  });
}

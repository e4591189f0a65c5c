/** Message from the process to the engine's thread. */
export type Request =
  /** Complete protocol messages; the engine's output is the answer. */
  | { readonly kind: 'send'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  /** A new connection begins: the session's previous state must be discarded. */
  | { readonly kind: 'reset'; readonly id: number }
  /** Checkpoint and exit. */
  | { readonly kind: 'close' };

/** Message from the engine's thread to the process. */
export type Reply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The engine stopped; the thread exits. */
  | { readonly kind: 'fatal'; readonly reason: string };

/** Start parameters of the thread. */
export interface WorkerData {
  readonly cluster: string;
  /** Folder of the database, and the token of its lock. */
  readonly dir: string;
  readonly token: string;
}

/** Concatenates byte arrays into a buffer of its own, which can be transferred to another thread without a copy. */
export function concatBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}

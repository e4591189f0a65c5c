/** From the process to the engine's thread. */
export type Request =
  /** Complete protocol messages, answered by what the engine says to them. */
  | { readonly kind: 'send'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  /** A new connection begins: nothing of the one before may be left. */
  | { readonly kind: 'reset'; readonly id: number }
  /** Write everything out and end. */
  | { readonly kind: 'close' };

/** From the engine's thread to the process. */
export type Reply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The engine cannot go on; the thread ends. */
  | { readonly kind: 'fatal'; readonly reason: string };

/** What the thread is started with. */
export interface WorkerData {
  readonly cluster: string;
}

/** Several pieces as one, in memory of their own so that it can change threads without being copied. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

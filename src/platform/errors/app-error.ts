import type { FailureDetail } from '../contract/common.ts';
import { catalogue, type ErrorCode } from './catalogue.ts';

/** A failure the product means: status, text and the client's reaction come from the catalogue. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: FailureDetail[] | undefined;
  /** Milliseconds until the same may go well; told in `retry-after`. */
  readonly retryInMs: number | undefined;

  /**
   * @param message Replaces the catalogue's text where the case can be told more exactly, always Chinese and free of
   *   secrets.
   */
  constructor(
    code: ErrorCode,
    options: { message?: string; details?: FailureDetail[]; retryInMs?: number; cause?: unknown } = {},
  ) {
    super(options.message ?? catalogue[code].text, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details;
    this.retryInMs = options.retryInMs;
  }

  get status(): number {
    return catalogue[this.code].status;
  }
}

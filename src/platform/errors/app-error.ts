import type { FailureDetail } from '../contract/common.ts';
import { errorOf, type ErrorCode } from './catalogue.ts';

/** An expected failure: status, text and the client's reaction come from the catalogue. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: FailureDetail[] | undefined;
  /** Milliseconds until a retry may succeed; sent as `retry-after`. */
  readonly retryInMs: number | undefined;

  /** @param message Replaces the catalogue's text with a more specific one, in Chinese and without secrets. */
  constructor(
    code: ErrorCode,
    options: { message?: string; details?: FailureDetail[]; retryInMs?: number; cause?: unknown } = {},
  ) {
    super(options.message ?? errorOf(code).text, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details;
    this.retryInMs = options.retryInMs;
  }

  get status(): number {
    return errorOf(this.code).status;
  }
}

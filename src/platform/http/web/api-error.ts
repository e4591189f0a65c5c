import type { FailureDetail } from '../../contract/common.ts';

/** Failures that no server answered; the rest carry a code of the shared catalogue. */
export const LOCAL_CODES = {
  network: 'NETWORK_ERROR',
  timeout: 'REQUEST_TIMEOUT',
  cancelled: 'REQUEST_CANCELLED',
  badAnswer: 'BAD_ANSWER',
} as const;

export interface ApiErrorParts {
  code: string;
  /** 0 where no answer came. */
  status: number;
  message: string;
  details?: FailureDetail[] | undefined;
  requestId?: string | undefined;
  /** The request asked for no message, or was a download (`spec §8`). */
  quiet?: boolean | undefined;
  cause?: unknown;
}

/** Every failed call ends as one of these; what the user sees of it is decided in `providers/notify-failure.ts` alone. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: readonly FailureDetail[];
  readonly requestId: string | undefined;
  readonly quiet: boolean;

  constructor({ code, status, message, details = [], requestId, quiet = false, cause }: ApiErrorParts) {
    super(message, { cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.details = details;
    this.requestId = requestId;
    this.quiet = quiet;
  }

  /** Nobody answered, or only something before the server: nothing is known about session and rights. */
  get unanswered(): boolean {
    return [0, 502, 503, 504].includes(this.status);
  }

  /** The same failure, of a request that asked for no message. */
  quieted(): ApiError {
    const { code, status, message, requestId, cause } = this;
    return new ApiError({ code, status, message, requestId, cause, details: [...this.details], quiet: true });
  }

  /** The name Refine knows the status by. */
  get statusCode(): number {
    return this.status;
  }
}

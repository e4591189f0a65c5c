import type { FailureDetail } from '../../contract/common.ts';

/** Codes of failures without an answer from the server; all others come from the shared catalogue. */
export const LOCAL_CODES = {
  network: 'NETWORK_ERROR',
  timeout: 'REQUEST_TIMEOUT',
  cancelled: 'REQUEST_CANCELLED',
  badAnswer: 'BAD_ANSWER',
  /** The call required second-step verification, which the user cancelled. */
  notVerified: 'VERIFICATION_CANCELLED',
} as const;

export interface ApiErrorParts {
  code: string;
  /** HTTP status; 0 without an answer. */
  status: number;
  message: string;
  details?: FailureDetail[] | undefined;
  requestId?: string | undefined;
  /** True if no message may be shown: the caller asked for none, or it was a download (`spec §8`). */
  quiet?: boolean | undefined;
  cause?: unknown;
}

/** The failure of every call. Only `platform/session/web/notify-failure.ts` decides what the user sees of it. */
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

  /** No answer, or one from a gateway in front of the server: it says nothing about session and rights. */
  get isUnreachable(): boolean {
    return !this.isVerificationCancelled && [0, 502, 503, 504].includes(this.status);
  }

  /** The user cancelled second-step verification: nothing was submitted, and a message says so. */
  get isVerificationCancelled(): boolean {
    return this.code === LOCAL_CODES.notVerified;
  }

  /** A copy that shows no message. */
  quieted(): ApiError {
    const { code, status, message, requestId, cause } = this;
    return new ApiError({ code, status, message, requestId, cause, details: [...this.details], quiet: true });
  }

  /** Refine's name for the status. */
  get statusCode(): number {
    return this.status;
  }
}

import { AppError } from '../../errors/app-error.ts';
import { nowIso, type Clock } from '../../runtime/server/clock.ts';

declare module '../../context/server/services.ts' {
  interface Services {
    sms: Sms;
  }
}

export interface SmsMessage {
  mobile: string;
  /** Purpose (`api.md`, codes with fixed numbers): 5 secondary verification. */
  type: number;
  text: string;
}

/** Sends short messages. The operator configures a provider; by default nothing is sent. */
export interface Sms {
  /** Whether messages are delivered. */
  readonly available: boolean;
  /** Path where the messages can be read, of a demonstration that sends none. */
  readonly outbox?: string;
  send(message: SmsMessage): Promise<void>;
}

export interface SentSms extends SmsMessage {
  at: string;
}

/** Path of the messages of a demonstration (`api.md`, the demo tenants). */
export const OUTBOX_PATH = '/dev/outbox';

/** Keeps the latest messages in memory instead of sending them, for demonstrations and development. */
export class Outbox implements Sms {
  readonly available = true;
  readonly outbox = OUTBOX_PATH;
  readonly #clock: Clock;
  readonly #log: (message: SmsMessage) => void;
  readonly #keep: number;
  #sent: SentSms[] = [];

  /** @param log Receives every message, for the log of a demonstration */
  constructor(clock: Clock, log: (message: SmsMessage) => void = () => undefined, keep = 100) {
    this.#clock = clock;
    this.#log = log;
    this.#keep = keep;
  }

  /** Newest first. */
  get messages(): readonly SentSms[] {
    return this.#sent;
  }

  async send(message: SmsMessage): Promise<void> {
    this.#sent = [{ ...message, at: nowIso(this.#clock) }, ...this.#sent].slice(0, this.#keep);
    this.#log(message);
  }
}

/** Used without a provider: every attempt fails with an explanation. */
export const noSms: Sms = {
  available: false,
  send: () => Promise.reject(new AppError('PSY_UNAVAILABLE', { message: '短信服务尚未开通，请联系管理员' })),
};

import { AppError } from '../../errors/app-error.ts';
import { nowIso, type Clock } from '../../runtime/server/clock.ts';

declare module '../../context/server/services.ts' {
  interface Services {
    sms: Sms;
  }
}

export interface SmsMessage {
  mobile: string;
  /** Purpose (`identity/sms.ts`), by which services choose a template. */
  type: number;
  text: string;
  /** The code in the text, for services that fill in a template of their own. */
  code?: string;
  /** The organisation whose daily budget the message counts in. */
  orgId?: string;
  /** Sent although the budget is used up. */
  urgent?: true;
  /** For a person who registers and is not known yet; a smaller share of the budget is for these. */
  registration?: true;
}

/** Sends short messages. The operator configures a provider; by default nothing is sent. */
export interface Sms {
  /** Whether messages are delivered. */
  readonly available: boolean;
  /** Path where the messages can be read, of a demonstration that sends none. */
  readonly outbox?: string;
  send(message: SmsMessage): Promise<void>;
}

export interface SentSms extends Pick<SmsMessage, 'mobile' | 'type' | 'text'> {
  at: string;
}

/** Longest wait for a provider. */
export const SEND_TIMEOUT_MS = 10_000;

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
    const { mobile, type, text } = message;
    this.#sent = [{ mobile, type, text, at: nowIso(this.#clock) }, ...this.#sent].slice(0, this.#keep);
    this.#log(message);
  }
}

/** @param cause Not logged with the text of an answer, which may repeat the code */
export const notSent = (cause: unknown): AppError =>
  new AppError('PSY_UNAVAILABLE', { message: '短信没有发送成功，请稍后重试，或改用密码验证', cause });

/** Used without a provider: every attempt fails with an explanation. */
export const noSms: Sms = {
  available: false,
  send: () => Promise.reject(new AppError('PSY_UNAVAILABLE', { message: '短信服务尚未开通，请联系管理员' })),
};

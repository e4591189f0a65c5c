import { randomUUID } from 'node:crypto';
import { AppError } from '../../errors/app-error.ts';
import { nowIso, type Clock } from '../../runtime/server/clock.ts';
import { canonicalQuery, signedHeaders } from './aliyun-signature.ts';
import { notSent, SEND_TIMEOUT_MS, type Sms, type SmsMessage } from './sms.ts';

const ACTION = 'SendSms';
const VERSION = '2017-05-25';
/** The provider's own limits per number: a minute, an hour, a day. */
const TOO_MANY = 'isv.BUSINESS_LIMIT_CONTROL';
/** An answer has a few hundred bytes; what follows is not read. */
const MOST_BYTES = 64 * 1024;

export interface AliyunOptions {
  endpoint: string;
  keyId: string;
  secret: string;
  /** The registered name in 【】 before the text. */
  signName: string;
  /** The registered template of each `type`; those with a code have the variable `code`. */
  templates: ReadonlyMap<number, string>;
}

/**
 * Sends through Alibaba Cloud SMS. The text comes from its registered template; only the code is sent. Answers are
 * neither logged nor shown but for their error code.
 */
export const aliyunSms = (options: AliyunOptions, clock: Clock): Sms => ({
  available: true,
  async send(message) {
    const code = await resultOf(options, clock, message).catch((error: unknown) => {
      throw notSent(error);
    });
    if (code === 'OK') return;
    if (code === TOO_MANY)
      throw new AppError('AC_TOO_MANY_REQUESTS', { message: '这个手机号收到的短信过多，请稍后再试' });
    throw notSent(new Error(`the SMS service answered ${code}`));
  },
});

/** @returns the provider's result code */
async function resultOf(options: AliyunOptions, clock: Clock, message: SmsMessage): Promise<string> {
  const url = new URL(options.endpoint);
  const template = options.templates.get(message.type);
  if (template === undefined) throw new Error(`no template for messages of type ${message.type}`);
  const query = {
    PhoneNumbers: message.mobile,
    SignName: options.signName,
    TemplateCode: template,
    ...(message.code !== undefined && { TemplateParam: JSON.stringify({ code: message.code }) }),
  };
  const date = `${nowIso(clock).slice(0, 19)}Z`;
  const { host: _, ...headers } = signedHeaders(
    { host: url.host, action: ACTION, version: VERSION, query, date, nonce: randomUUID() },
    options,
  );
  const answer = await fetch(`${url.origin}/?${canonicalQuery(query)}`, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    headers,
  });
  return codeIn(await bounded(answer), answer.status);
}

async function bounded(answer: Response): Promise<string> {
  const body: AsyncIterable<Uint8Array> | null = answer.body;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error('the SMS service answered too much');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** The `Code` of an answer; the message beside it may repeat what was sent. */
function codeIn(text: string, status: number): string {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && 'Code' in body && typeof body.Code === 'string')
      return body.Code.slice(0, 100);
  } catch {
    // An answer that is no JSON comes from something before the service; its status says more.
  }
  return `HTTP ${status}`;
}

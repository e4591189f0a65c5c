import type { Services } from '../../../platform/context/server/services.ts';
import { InternalAddress, outgoingRequest } from '../../../platform/outgoing/server/outgoing-request.ts';
import type { DeliveriesTable } from './queries.ts';
import { signedHeaders, type Message } from './sign.ts';

/** Characters of an answer that are kept, so that it has at most a kilobyte. */
const ANSWER_BYTES = 1024;
const FIRST_SUCCESS = 200;
const FIRST_REDIRECT = 300;

/** What came of one request. */
export interface Outcome {
  isDelivered: boolean;
  code: number | null;
  fault: DeliveriesTable['fault'];
  ms: number;
  answer: string | null;
}

/** The start of an answer as text that can be stored. */
const excerpt = (body: string): string | null =>
  Buffer.from(body.replaceAll('\0', ''))
    .subarray(0, ANSWER_BYTES)
    .toString()
    .replace(/\uFFFD+$/, '') || null;

function faultOf(error: unknown): DeliveriesTable['fault'] {
  if (error instanceof InternalAddress) return 'address';
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && cause.name === 'TimeoutError' ? 'timeout' : 'unreachable';
}

/** Sends a message once. Only a status from 200 to 299 is a success; redirects are not followed. */
export async function sendOnce(
  { outside, log }: Pick<Services, 'outside' | 'log'>,
  url: string,
  secrets: readonly string[],
  message: Message,
): Promise<Outcome> {
  const started = performance.now();
  const headers = {
    ...signedHeaders(secrets, message),
    'content-type': 'application/json',
    'user-agent': 'xinyu-webhooks/1',
  };
  const ms = () => Math.round(performance.now() - started);
  try {
    const answer = await outgoingRequest(url, { method: 'POST', headers, body: message.body }, outside);
    const isDelivered = answer.status >= FIRST_SUCCESS && answer.status < FIRST_REDIRECT;
    const text = isDelivered ? null : excerpt(await answer.text());
    return { isDelivered, code: answer.status, fault: null, ms: ms(), answer: text };
  } catch (error) {
    const fault = faultOf(error);
    log.info({ err: error, delivery_id: message.id, fault }, 'an event could not be sent');
    return { isDelivered: false, code: null, fault, ms: ms(), answer: null };
  }
}

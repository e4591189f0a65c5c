import type { Blob, RequestContext } from '../../../platform/context/server/context.ts';
import { invalidWithMessage } from '../../../platform/errors/invalid.ts';
import { tokenHash } from '../../../platform/identity/server/tokens.ts';
import type { WworkSuite } from '../../../platform/outside-identity/server/outside.ts';
import {
  CallbackRefused,
  fieldsOf,
  nonceLeft,
  openMessage,
  sentAt,
  type CallbackProof,
} from '../../../platform/outside-identity/server/suite-message.ts';
import { storeTicket } from '../../../platform/outside-identity/server/suite-ticket.ts';
import { NONCES } from '../../../platform/state/server/shared-state.ts';
import { renewGrant, unlinkCorporation } from './corporation-events.ts';
import { suiteNamed } from './providers.ts';

const plain = (text: string): Blob => ({ contentType: 'text/plain; charset=utf-8', body: Buffer.from(text, 'utf8') });

/** What a reader of a callback believes. One refusal for every other one; the log of the server says why. */
function believed<T>({ services, requestId }: RequestContext, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CallbackRefused)) throw error;
    services.log.info({ request_id: requestId, err: error }, 'a callback of WeCom is refused');
    throw invalidWithMessage('/msg_signature', '回调没有通过校验');
  }
}

/**
 * Proves to WeCom that the address is the provider's: the text comes back in clear.
 *
 * @throws AppError PSY_INVALID_INPUT, AC_THIRD_NOT_OPENED
 */
export async function verifyAddress(ctx: RequestContext, query: CallbackProof & { echostr: string }): Promise<Blob> {
  const suite = suiteNamed(ctx);
  // WeCom verifies an address in the name of the provider's corporation, and sends events in that of the suite.
  const receivers = [suite.providerCorpId, suite.id];
  return plain(believed(ctx, () => openMessage(suite, query, query.echostr, receivers, ctx.now())));
}

const field = (fields: ReadonlyMap<string, string>, name: string): string => {
  const value = fields.get(name);
  if (!value) throw new CallbackRefused(`no ${name}`);
  return value;
};

/**
 * Takes an event, once. One whose effect failed may be sent again.
 *
 * @throws AppError PSY_INVALID_INPUT, AC_THIRD_NOT_OPENED, PSY_UNAVAILABLE
 */
export async function receiveCallback(ctx: RequestContext, proof: CallbackProof, body: Uint8Array): Promise<Blob> {
  const { state } = ctx.services;
  const suite = suiteNamed(ctx);
  const fields = believed(ctx, () => {
    const sent = field(fieldsOf(Buffer.from(body).toString('utf8')), 'Encrypt');
    const found = fieldsOf(openMessage(suite, proof, sent, [suite.id], ctx.now()));
    if (found.get('SuiteId') !== suite.id) throw new CallbackRefused('the suite');
    return found;
  });
  const key = `${NONCES}wwork-suite:${tokenHash(`${suite.id}\n${proof.msg_signature}`)}`;
  const isNew = await state.claim(key, nonceLeft(proof, ctx.now()));
  believed(ctx, () => {
    if (!isNew) throw new CallbackRefused('it came before');
  });
  try {
    await take(ctx, suite, fields, sentAt(proof));
  } catch (error) {
    await state.forget(key);
    throw error;
  }
  return plain('success');
}

async function take(
  ctx: RequestContext,
  suite: WworkSuite,
  fields: ReadonlyMap<string, string>,
  at: number,
): Promise<void> {
  const { services, requestId } = ctx;
  const event = believed(ctx, () => field(fields, 'InfoType'));
  const named = (name: string) => believed(ctx, () => field(fields, name));
  if (event === 'suite_ticket') return storeTicket(services, suite.id, named('SuiteTicket'), at);
  if (event === 'cancel_auth') return unlinkCorporation(ctx, suite, named('AuthCorpId'));
  if (event === 'reset_permanent_code') return renewGrant(ctx, suite, named('AuthCode'));
  // An authorisation from the app store (`create_auth`) names no organisation: an administrator links it on the page.
  services.log.info({ request_id: requestId, event }, 'an event of WeCom changes nothing');
  return undefined;
}

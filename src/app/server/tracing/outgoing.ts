import diagnostics from 'node:diagnostics_channel';
import { context, propagation } from '@opentelemetry/api';

/** Called by `fetch` before a request is sent. */
const CHANNEL = 'undici:request:create';

interface CreatedRequest {
  request: { addHeader(name: string, value: string): unknown };
}

const isCreated = (message: unknown): message is CreatedRequest =>
  typeof message === 'object' && message !== null && 'request' in message;

/**
 * Adds `traceparent` to what the process itself asks with `fetch`: SMS, object store, model. Requests to addresses that
 * people typed do not use `fetch`, and carry nothing.
 *
 * @returns A function that ends it
 */
export function carryTraceOut(): () => void {
  const carry = (message: unknown) => {
    if (!isCreated(message)) return;
    propagation.inject(context.active(), message.request, {
      set: (request, name, value) => void request.addHeader(name, value),
    });
  };
  diagnostics.subscribe(CHANNEL, carry);
  return () => void diagnostics.unsubscribe(CHANNEL, carry);
}

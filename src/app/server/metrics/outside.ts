import { Counter, type Registry } from 'prom-client';
import type { ObjectStore } from '../../../platform/objects/server/store.ts';
import type { Sms } from '../../../platform/sms/server/sms.ts';

type Counted = <T>(work: Promise<T>) => Promise<T>;

function countOutcomes(registry: Registry, name: string, help: string): Counted {
  const counter = new Counter({ name, help, labelNames: ['result'], registers: [registry] });
  // Both series exist from the start, so that a rule sees the first failure as an increase.
  for (const result of ['done', 'failed']) counter.inc({ result }, 0);
  return async (work) => {
    try {
      const value = await work;
      counter.inc({ result: 'done' });
      return value;
    } catch (error) {
      counter.inc({ result: 'failed' });
      throw error;
    }
  };
}

/** Counts messages that the provider took or refused. */
export function countSms(registry: Registry, sms: Sms): Sms {
  const counted = countOutcomes(registry, 'sms_messages_total', 'Short messages handed to the provider');
  return { ...sms, send: (message) => counted(sms.send(message)) };
}

/** Counts requests that the object store answered or not. */
export function countObjects<S extends ObjectStore>(registry: Registry, store: S): S {
  const counted = countOutcomes(registry, 'object_store_requests_total', 'Requests to the object store');
  return {
    ...store,
    read: (key: string, maxBytes: number) => counted(store.read(key, maxBytes)),
    write: (key: string, bytes: Uint8Array, contentType: string) => counted(store.write(key, bytes, contentType)),
    remove: (key: string) => counted(store.remove(key)),
  };
}

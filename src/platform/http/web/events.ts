import { AxiosError, type AxiosAdapter, type AxiosResponse } from 'axios';
import { pathOf, type EndpointSpec, type InputOf } from '../../contract/endpoint.ts';
import { client } from './portal.ts';

/** An event of a stream (`text/event-stream`). */
export interface StreamEvent {
  id: string | undefined;
  name: string;
  data: unknown;
}

/**
 * Streams use fetch, because XMLHttpRequest buffers the whole answer. The client still signs, retries and converts
 * failures.
 */
const byFetch: AxiosAdapter = async (config) => {
  const answer = await fetch(config.url ?? '', {
    method: (config.method ?? 'get').toUpperCase(),
    ...(config.data !== undefined && { body: config.data as string }),
    headers: config.headers.toJSON() as Record<string, string>,
    signal: config.signal as AbortSignal,
    cache: 'no-store',
  }).catch((error: unknown) => {
    throw new AxiosError(String(error), AxiosError.ERR_NETWORK, config);
  });
  const whole = (data: unknown): AxiosResponse => ({
    data,
    status: answer.status,
    statusText: answer.statusText,
    headers: {},
    config,
  });
  if (answer.ok && answer.body) return whole({ data: answer.body });
  const refusal = whole(await answer.json().catch(() => undefined));
  throw new AxiosError('', AxiosError.ERR_BAD_RESPONSE, config, undefined, refusal);
};

interface StreamOptions {
  signal: AbortSignal;
  /** The last event that had arrived when an earlier stream broke. */
  lastId?: string | undefined;
  /** Prompts for second-step verification or a new sign-in, because a person waits for this stream. */
  prompts?: boolean;
}

type StreamSpec = EndpointSpec & { kind: 'stream' };

/** Opens a stream. @throws ApiError */
export async function openEvents<const E extends StreamSpec>(
  endpoint: E,
  input: InputOf<E>,
  { signal, lastId, prompts = false }: StreamOptions,
): Promise<ReadableStream<Uint8Array>> {
  const headers = { accept: 'text/event-stream', ...(lastId !== undefined && { 'last-event-id': lastId }) };
  const { params, body } = input;
  const { data } = await client.request<ReadableStream<Uint8Array>>({
    url: pathOf(endpoint, params),
    method: endpoint.method,
    data: body,
    adapter: byFetch,
    headers,
    signal,
    quiet: true,
    noPrompt: !prompts,
    timeout: 0,
  });
  return data;
}

function eventOf(block: string): StreamEvent | undefined {
  const fields = new Map(
    block
      .split('\n')
      .map((line): [string, string] => [
        line.slice(0, line.indexOf(':')),
        line.slice(line.indexOf(':') + 1).trimStart(),
      ]),
  );
  const name = fields.get('event');
  if (name === undefined) return undefined;
  const data: unknown = JSON.parse(fields.get('data') ?? 'null');
  return { id: fields.get('id'), name, data };
}

/** The events of a stream until it ends. @param alive Called for each chunk, heartbeats included */
export async function* eventsOf(body: ReadableStream<Uint8Array>, alive: () => void): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      alive();
      const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = eventOf(block);
        if (event) yield event;
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

import { isObject, own } from '../../../../platform/schema/json.ts';
import { ModelFailed, type LanguageModel, type ModelMessage } from './language-model.ts';
import { readEvents } from './read-events.ts';

export interface OpenAiOptions {
  /** Base address of an OpenAI-compatible API, such as `https://model.example/v1`. */
  url: string;
  key: string | undefined;
  model: string;
  /** Tokens of one answer. */
  maxTokens: number;
  /** Milliseconds until the first byte, and between two. */
  silenceMs: number;
}

/** Bytes of an answer that is not streamed. */
const WHOLE_MAX = 1024 * 1024;

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ModelFailed('malformed');
  }
};

interface Part {
  text: string;
  finished: unknown;
}

/** A part of the answer in one event, or the whole answer of a server that does not stream. */
function partOf(event: unknown): Part {
  if (own(event, 'error') !== undefined) throw new ModelFailed('failed');
  const choices = own(event, 'choices');
  if (!Array.isArray(choices)) throw new ModelFailed('malformed');
  const [choice] = choices as unknown[];
  // The last event may report the tokens only.
  if (choice === undefined) return { text: '', finished: undefined };
  const said = own(choice, 'delta') ?? own(choice, 'message');
  const content = own(said, 'content') ?? '';
  if (!isObject(said) || typeof content !== 'string') throw new ModelFailed('malformed');
  return { text: content, finished: own(choice, 'finish_reason') };
}

function failureOfStatus(status: number): ModelFailed {
  if (status === 401 || status === 403) return new ModelFailed('refused', status);
  return new ModelFailed(status === 429 ? 'busy' : 'failed', status);
}

/** Aborts when nothing has come for some time. */
function silenceLimit(ms: number) {
  const controller = new AbortController();
  let timer = setTimeout(() => controller.abort(), ms);
  return {
    signal: controller.signal,
    restart() {
      clearTimeout(timer);
      timer = setTimeout(() => controller.abort(), ms);
    },
    stop: () => clearTimeout(timer),
  };
}

async function* heard(body: AsyncIterable<Uint8Array>, restart: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    restart();
    yield chunk;
  }
}

async function* streamed(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let finished: unknown;
  for await (const data of readEvents(chunks)) {
    if (data === '[DONE]') {
      finished ??= 'stop';
      break;
    }
    const part = partOf(parse(data));
    if (part.text !== '') yield part.text;
    finished = part.finished ?? finished;
  }
  if (finished === 'length') throw new ModelFailed('limit');
  if (finished === 'content_filter') throw new ModelFailed('filtered');
  if (finished === undefined || finished === null) throw new ModelFailed('broken');
}

async function* whole(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > WHOLE_MAX) throw new ModelFailed('malformed');
    parts.push(chunk);
  }
  const { text, finished } = partOf(parse(Buffer.concat(parts).toString('utf8')));
  if (text !== '') yield text;
  if (finished === 'length') throw new ModelFailed('limit');
}

/**
 * A model behind an OpenAI-compatible endpoint: `POST /chat/completions` with `stream: true`. Follows no redirect, and
 * sends nothing about person, organisation or session.
 */
export const openAiModel = ({ url, key, model, maxTokens, silenceMs }: OpenAiOptions): LanguageModel => ({
  async *answer(messages: readonly ModelMessage[], signal: AbortSignal) {
    const silence = silenceLimit(silenceMs);
    const failure = (error: unknown): unknown => {
      if (signal.aborted || error instanceof ModelFailed) return error;
      return new ModelFailed(silence.signal.aborted ? 'slow' : 'broken');
    };
    try {
      const answer = await fetch(`${url.replace(/\/+$/, '')}/chat/completions`, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.any([signal, silence.signal]),
        headers: {
          'content-type': 'application/json',
          accept: 'text/event-stream',
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ model, messages, stream: true, max_tokens: maxTokens }),
      }).catch((error: unknown) => {
        throw signal.aborted || silence.signal.aborted ? error : new ModelFailed('unreachable');
      });
      if (!answer.ok) {
        await answer.body?.cancel();
        throw failureOfStatus(answer.status);
      }
      if (answer.body === null) throw new ModelFailed('broken');
      const chunks = heard(answer.body, silence.restart);
      yield* answer.headers.get('content-type')?.includes('application/json') ? whole(chunks) : streamed(chunks);
    } catch (error) {
      throw failure(error);
    } finally {
      silence.stop();
    }
  },
});

import { Readable } from 'node:stream';
import type { StreamContext } from '../../../platform/context/server/context.ts';
import type { AnswerEvent, AnswerState } from '../contract.ts';
import type { NewMessage } from './conversations.ts';
import { ModelFailed, type Failing } from './model/language-model.ts';
import type { Prepared } from './prepare-question.ts';

/** Characters of an answer. */
const ANSWER_MAX = 20_000;
/** Proxies close connections that are silent for a minute. */
const BEAT_MS = 15_000;
/** How often the rights of the reader are checked again. */
const CHECK_MS = 30_000;

const REASONS: Readonly<Record<Failing, string>> = {
  unreachable: '连不上 AI 服务，请稍后再试',
  refused: 'AI 服务拒绝了平台的请求，请联系平台的运维人员',
  busy: 'AI 服务正忙，请稍后再试',
  failed: 'AI 服务出现异常，请稍后再试',
  slow: 'AI 服务很久没有回应，回答已中断',
  malformed: 'AI 服务的回答无法识别，回答已中断',
  broken: '与 AI 服务的连接中断了，回答不完整',
  limit: '回答太长，已在这里截断',
  filtered: 'AI 服务没有给出完整的回答',
};
const TOO_LONG = REASONS.limit;
const TOO_SLOW = '回答用时太长，已在这里截断';

const event = (name: string, data: AnswerEvent): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** What follows an answer. */
export interface Ending {
  /** Stores it. @returns its id */
  keep: (answer: NewMessage) => Promise<string>;
  /** Gives the turn back. */
  giveBack: () => Promise<void>;
}

interface Ended {
  state: AnswerState;
  message?: string;
}

/** Why an answer ended, and what the person reads about it. */
interface Stops {
  person: AbortController;
  time: AbortController;
}

function endedBy(error: unknown, { person, time }: Stops): Ended {
  if (person.signal.aborted) return { state: 'stopped' };
  if (time.signal.aborted) return { state: 'cut', message: TOO_SLOW };
  if (!(error instanceof ModelFailed)) throw error;
  return { state: error.reason === 'limit' ? 'cut' : 'broken', message: REASONS[error.reason] };
}

/**
 * Streams the answer of the model, with the replaced words put back. The answer is stored when it ends, however it
 * ends; a reader who disconnects stops it.
 */
export function streamAnswer(ctx: StreamContext, prepared: Prepared, { keep, giveBack }: Ending): Readable {
  const { assistant, runningAnswers, log } = ctx.services;
  const { messageId, prompt, placeholders } = prepared;
  const body = new Readable({ read: () => undefined });
  const stops: Stops = { person: new AbortController(), time: new AbortController() };
  const stop = () => stops.person.abort();
  const send = (text: string) => {
    if (!body.destroyed) body.push(text);
  };
  const beating = setInterval(() => send(': \n\n'), BEAT_MS).unref();
  const checking = setInterval(() => {
    ctx.stillMay().then(
      (may) => !may && stop(),
      () => undefined,
    );
  }, CHECK_MS).unref();
  const limit = setTimeout(() => stops.time.abort(), assistant.answerMs).unref();
  runningAnswers.add(stop);
  body.on('error', () => undefined).once('close', stop);

  let text = '';
  const take = (part: string) => {
    if (part === '') return;
    text += part;
    send(event('text', { text: part }));
  };
  async function listen(): Promise<Ended> {
    const restorer = placeholders.restorer();
    try {
      const signal = AbortSignal.any([stops.person.signal, stops.time.signal]);
      for await (const part of assistant.model?.answer(prompt, signal) ?? []) {
        take(restorer.push(part));
        if (text.length > ANSWER_MAX) return { state: 'cut', message: TOO_LONG };
      }
      return text.trim() === '' ? { state: 'broken', message: REASONS.malformed } : { state: 'whole' };
    } catch (error) {
      return endedBy(error, stops);
    } finally {
      take(restorer.end());
    }
  }
  async function answer(): Promise<void> {
    send(event('question', { message_id: messageId }));
    const ended = await listen();
    if (ended.message !== undefined)
      log.warn(
        { request_id: ctx.requestId, state: ended.state, reason: ended.message },
        'an answer of the model ended early',
      );
    const stored = await keep({ by: 'model', text: text.trim(), state: ended.state });
    send(event('end', { message_id: stored, ...ended }));
  }
  void answer()
    .catch((error: unknown) =>
      log.warn({ err: error, request_id: ctx.requestId }, 'an answer of the model was not kept'),
    )
    .finally(async () => {
      clearInterval(beating);
      clearInterval(checking);
      clearTimeout(limit);
      runningAnswers.delete(stop);
      await giveBack().catch((error: unknown) => log.warn({ err: error }, 'a turn was not given back'));
      if (!body.destroyed) body.push(null);
    });
  return body;
}

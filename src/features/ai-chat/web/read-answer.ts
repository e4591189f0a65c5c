import { eventsOf, openEvents } from '../../../platform/http/web/events.ts';
import { ask, askAgain, type AnswerEvent } from '../contract.ts';

/** How an answer ended. */
export interface Ended {
  messageId?: string | undefined;
  state: NonNullable<AnswerEvent['state']>;
  reason?: string | undefined;
}

interface Listener {
  /** The question is stored. */
  onQuestion: (messageId: string | undefined) => void;
  /** The next part of the answer. */
  onText: (part: string) => void;
}

/**
 * Asks, or asks again where there is no text, and reads the answer to its end. A broken connection is an end too.
 *
 * @throws ApiError when the question was refused
 */
export async function readAnswer(
  id: string,
  text: string | undefined,
  { onQuestion, onText }: Listener,
  signal: AbortSignal,
): Promise<Ended> {
  const params = { id };
  const options = { signal, prompts: true };
  const body = await (text === undefined
    ? openEvents(askAgain, { params }, options)
    : openEvents(ask, { params, body: { text } }, options));
  try {
    for await (const { name, data } of eventsOf(body, () => undefined)) {
      const event = data as AnswerEvent;
      if (name === 'question') onQuestion(event.message_id);
      if (name === 'text') onText(event.text ?? '');
      if (name === 'end') return { messageId: event.message_id, state: event.state ?? 'broken', reason: event.message };
    }
  } catch (error) {
    if (!signal.aborted) return { state: 'broken' };
    throw error;
  }
  return { state: signal.aborted ? 'stopped' : 'broken' };
}

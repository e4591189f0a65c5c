import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../platform/http/web/call.ts';
import { useStable } from '../../../platform/ui/web/use-stable.ts';
import { answerFromHelp, createConversation } from '../contract.ts';
import { titleOf } from '../rules/limits.ts';
import { CONVERSATIONS, reloadMessages } from './queries.ts';
import { readAnswer } from './read-answer.ts';

/** Milliseconds between two looks, and how many. */
const STORING_MS = 250;
const STORING_TRIES = 8;

/** A question whose answer has not ended, or that was refused. */
export interface Pending {
  /** Absent until the conversation is there. */
  conversationId?: string | undefined;
  question: string;
  messageId?: string | undefined;
  text: string;
}

/** What became of a question; a refused one stays with its person. */
export interface Outcome {
  isRefused: boolean;
  conversationId: string | undefined;
}

interface Options {
  /** The open conversation; absent for a new one. */
  id: string | undefined;
  /** Opens the conversation that was created for a question. */
  onCreated: (id: string) => void;
  /** Keys of help articles, where no model answers. */
  find: ((question: string) => readonly string[]) | undefined;
}

/** Asks questions one by one, and holds the answer that is arriving. Leaving the page stops it. */
export function useAnswering({ id: opened, onCreated, find }: Options) {
  const queries = useQueryClient();
  /** The conversation of the first question, until the address names it: a short answer may end before. */
  const [created, setCreated] = useState<string>();
  if (opened !== undefined && created !== undefined) setCreated(undefined);
  const id = opened ?? created;
  const [pending, setPending] = useState<Pending>();
  const [failure, setFailure] = useState<unknown>();
  /** Why the last answer ended early; it is not stored. */
  const [reason, setReason] = useState<{ messageId: string | undefined; text: string }>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  /** The server stores a stopped answer a moment after the connection is gone. */
  const reload = async (conversationId: string, isStopped: boolean) => {
    for (let tries = isStopped ? STORING_TRIES : 1; tries > 0; tries--) {
      const messages = await reloadMessages(queries, conversationId);
      if (messages?.at(-1)?.by !== 'person') break;
      if (tries > 1) await new Promise((resolve) => setTimeout(resolve, STORING_MS));
    }
    await queries.invalidateQueries({ queryKey: CONVERSATIONS });
  };

  const listen = async (conversationId: string, text: string | undefined, signal: AbortSignal) => {
    const change = (of: (now: Pending) => Partial<Pending>) => setPending((now) => now && { ...now, ...of(now) });
    let arrived = '';
    let frame = 0;
    const show = () => {
      frame = 0;
      const part = arrived;
      arrived = '';
      change((now) => ({ text: now.text + part }));
    };
    const ended = await readAnswer(
      conversationId,
      text,
      {
        onQuestion: (messageId) => change(() => ({ messageId })),
        onText: (part) => {
          arrived += part;
          // Parts arrive faster than the screen is drawn.
          if (frame === 0) frame = requestAnimationFrame(show);
        },
      },
      signal,
    ).finally(() => cancelAnimationFrame(frame));
    if (ended.reason !== undefined) setReason({ messageId: ended.messageId, text: ended.reason });
  };

  /** Asks, or asks again where there is no text. */
  const run = useStable(async (question: string, text: string | undefined): Promise<Outcome> => {
    if (running.current !== undefined) return { isRefused: true, conversationId: id };
    const controller = new AbortController();
    running.current = controller;
    setFailure(undefined);
    setReason(undefined);
    setPending({ conversationId: id, question, text: '' });
    let conversationId = id;
    try {
      if (conversationId === undefined) {
        const made = await call(createConversation, { body: { title: titleOf(question) } }, { quiet: true });
        conversationId = made.conversation_id;
        setCreated(conversationId);
        setPending({ conversationId, question, text: '' });
        onCreated(conversationId);
      }
      if (find === undefined) await listen(conversationId, text, controller.signal);
      else
        await call(
          answerFromHelp,
          { params: { id: conversationId }, body: { text: question, articles: [...find(question)] } },
          { quiet: true },
        );
      return { isRefused: false, conversationId };
    } catch (error) {
      if (controller.signal.aborted) return { isRefused: false, conversationId };
      setFailure(error);
      return { isRefused: true, conversationId };
    } finally {
      if (conversationId !== undefined) await reload(conversationId, controller.signal.aborted);
      running.current = undefined;
      setPending(undefined);
    }
  });

  return {
    id,
    pending,
    failure,
    reason,
    ask: useStable((text: string) => run(text, text)),
    askAgain: useStable((question: string) => run(question, undefined)),
    stop: useStable(() => running.current?.abort()),
  };
}

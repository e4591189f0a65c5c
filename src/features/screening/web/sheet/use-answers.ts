import { useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../../../platform/http/web/call.ts';
import { sessionStore } from '../../../../platform/http/web/portal.ts';
import { createStore, useStore } from '../../../../platform/state/web/store.ts';
import { putAnswers, type Sheet } from '../../contract/sheets.ts';
import { GRACE_MS } from '../../rules/status.ts';
import { theDatabase } from '../offline/database.ts';
import { deviceId } from '../offline/device.ts';
import { sealRescueFile } from '../offline/rescue.ts';
import { createSender, type Sender, type SendState } from '../offline/sender.ts';
import { underWay } from '../offline/under-way.ts';
import { openUnsent, type Unsent, type Value } from '../offline/unsent.ts';
import { isComplete, keyOf, type Answers, type Question } from './items.ts';

export interface OwnAnswers {
  answers: Answers;
  state: SendState;
  /** False where a reload loses what is not sent. */
  durable: boolean;
  /** Shows the value, and stores and sends it once it is complete. */
  answer: (question: Question, value: Value) => void;
  /** Sends what waits. @returns whether the server has everything */
  flush: () => Promise<boolean>;
  /** Forgets the answers on this device. */
  forget: () => Promise<void>;
  /** How many answers the server does not have yet. */
  count: () => number;
  /** What the server does not have, as the text of a rescue file; undefined where that is nothing. */
  rescue: () => string | undefined;
  /** The server asks to offer help; once per visit of the sheet. */
  offer: boolean;
  closeOffer: () => void;
}

const SAVED = createStore<SendState>('saved');

const given = (sheet: Sheet): Map<string, Value> =>
  new Map(sheet.answers.map(({ scale_id, item_id, value }) => [keyOf(scale_id, item_id), value]));

/**
 * Sends answers of the sheet under the person's own session only; prompts for nothing.
 *
 * @param onOffer Called when the reply asks to offer help
 */
export const sendAnswers =
  (sheetId: string, onOffer: () => void) =>
  async (answers: readonly { scale_id: string; item_id: string; value: Value; answered_at: string; seq: number }[]) => {
    const body = { device_id: deviceId(), answers: [...answers] };
    const target = { params: { id: sheetId }, query: {}, body };
    const { offer } = await underWay(call(putAnswers, target, { quiet: true, noPrompt: true }));
    if (offer === true) onOffer();
  };

/** The answers of a sheet: those of the server with the unsent ones of this device over them; undefined while loading. */
export function useAnswers(sheet: Sheet, userId: string): OwnAnswers | undefined {
  const { child_exam_id: sheetId, draft_key: key, ends_at } = sheet;
  const [answers, setAnswers] = useState<Answers>(() => given(sheet));
  const [opened, setOpened] = useState<{ unsent: Unsent; sender: Sender }>();
  const kept = useRef(sheet);
  const [offer, setOffer] = useState<'none' | 'shown' | 'closed'>('none');

  useEffect(() => {
    let gone = false;
    let sender: Sender | undefined;
    void (async () => {
      const until = Date.parse(ends_at) + GRACE_MS;
      const unsent = await openUnsent(await theDatabase(), key, { userId, sheetId, until });
      if (gone) return;
      sender = createSender({
        unsent,
        send: sendAnswers(sheetId, () => setOffer((now) => (now === 'none' ? 'shown' : now))),
        isOwner: () => sessionStore.session()?.user_id === userId,
      });
      const all = given(kept.current);
      for (const { scale_id, item_id, value } of unsent.list()) all.set(keyOf(scale_id, item_id), value);
      setAnswers(all);
      setOpened({ unsent, sender });
    })();
    return () => {
      gone = true;
      sender?.close();
    };
  }, [sheetId, key, userId, ends_at]);

  const state = useStore(opened?.sender.state ?? SAVED);
  return useMemo(() => {
    if (opened === undefined) return undefined;
    const { unsent, sender } = opened;
    return {
      answers,
      state,
      durable: unsent.durable,
      answer({ key: question, scale: { scale_id }, item }, value) {
        setAnswers((before) => new Map(before).set(question, value));
        if (!isComplete(item, value)) return;
        void sender.add({ scale_id, item_id: item.item_id, value, answered_at: new Date().toISOString() });
      },
      async flush() {
        await sender.flush();
        return unsent.list().length === 0;
      },
      forget: () => unsent.clear(),
      count: () => unsent.list().length,
      rescue() {
        const left = unsent.list();
        const orgId = sessionStore.choice()?.org_id;
        if (left.length === 0 || key === undefined || orgId === undefined) return undefined;
        const head = { org_id: orgId, child_exam_id: sheetId, saved_at: new Date().toISOString() };
        return sealRescueFile(key, head, { device_id: deviceId(), answers: left });
      },
      offer: offer === 'shown',
      closeOffer: () => setOffer('closed'),
    };
  }, [opened, answers, state, offer, key, sheetId]);
}

import { Alert, Skeleton } from 'antd';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { displayOf } from '../../../platform/session/web/notify-failure.ts';
import { HelpSearch } from '../../help/web/public.ts';
import type { Assistant } from '../contract.ts';
import { Messages } from './Messages.tsx';
import { useConversation } from './queries.ts';
import { Sender } from './Sender.tsx';
import { useAnswering } from './use-answering.ts';
import { useTyped } from './use-typed.ts';
import { Welcome } from './Welcome.tsx';
import styles from './ai-chat.module.css';

type Find = (question: string) => readonly string[];

/** Pixels from the end within which the page follows an arriving answer. */
const NEAR = 160;

/** Follows the end of the page while something is added, unless the reader has scrolled up. */
function useFollowing(added: unknown): void {
  const before = useRef(0);
  useEffect(() => {
    const { scrollHeight } = document.documentElement;
    const isNear = window.scrollY + window.innerHeight >= before.current - NEAR;
    before.current = scrollHeight;
    if (isNear) window.scrollTo({ top: scrollHeight });
  }, [added]);
}

interface Props {
  id: string | undefined;
  assistant: Assistant;
  onCreated: (id: string) => void;
  /** An answer has ended. */
  onAnswered: () => void;
}

/** One conversation, and the field for the next question. */
export function Chat({ id: opened, assistant: { mode, left }, onCreated, onAnswered }: Props) {
  const { t } = useTranslation();
  const isModel = mode === 'model';
  const [find, setFind] = useState<Find>();
  // A function in a state has to be wrapped.
  const onReady = useCallback((ready: Find) => setFind(() => ready), []);
  const answering = useAnswering({ id: opened, onCreated, find: isModel ? undefined : find });
  const { id, pending, failure, reason } = answering;
  const { text, type } = useTyped(id);
  const { data, error, refetch } = useConversation(id);
  const isHere = pending !== undefined && (pending.conversationId === id || id === undefined);
  useFollowing(isHere ? pending.text : data?.messages.length);
  const send = async () => {
    const question = text.trim();
    type('');
    // What was refused stays in the field.
    const { isRefused, conversationId } = await answering.ask(question);
    if (isRefused) type(question, conversationId);
    onAnswered();
  };
  const askAgain = (question: string) => void answering.askAgain(question).then(onAnswered);
  const messages = id === undefined ? [] : (data?.messages ?? []);
  return (
    <div className={styles.chat}>
      {!isModel && (
        <>
          <Alert type="info" showIcon message={t('aiChat.helpMode')} />
          <Suspense fallback={null}>
            <HelpSearch onReady={onReady} />
          </Suspense>
        </>
      )}
      <div className={styles.content}>
        {error && <FailedState error={error} onRetry={() => void refetch()} />}
        {!error && id !== undefined && data === undefined && !isHere && <Skeleton active paragraph={{ rows: 6 }} />}
        {id === undefined && !isHere && <Welcome mode={mode} onChoose={type} />}
        {(messages.length > 0 || isHere) && (
          <>
            <h2 className={styles.hidden}>{t('aiChat.current')}</h2>
            <Messages
              conversationId={id}
              messages={messages}
              pending={isHere ? pending : undefined}
              reason={reason}
              onAgain={isModel ? askAgain : undefined}
            />
          </>
        )}
      </div>
      <div className={styles.bottom}>
        {failure !== undefined && <Alert type="error" showIcon role="alert" message={displayOf(failure).text} />}
        <Sender
          text={text}
          onType={type}
          isAnswering={pending !== undefined}
          isClosed={Boolean(error) || (!isModel && find === undefined)}
          onSend={() => void send()}
          onStop={isModel ? answering.stop : undefined}
          left={isModel ? left : undefined}
        />
        {isModel && <p className={styles.hint}>{t('aiChat.privacy')}</p>}
      </div>
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import type { Message } from '../contract.ts';
import { isDanger } from '../rules/danger.ts';
import { Answer, Question } from './MessageView.tsx';
import type { Pending } from './use-answering.ts';
import styles from './ai-chat.module.css';

interface Props {
  conversationId: string | undefined;
  messages: readonly Message[];
  /** The answer that is arriving in this conversation. */
  pending: Pending | undefined;
  reason: { messageId: string | undefined; text: string } | undefined;
  /** Absent where no model answers. */
  onAgain: ((question: string) => void) | undefined;
}

/** Questions and answers in their order, and the one that is arriving. */
export function Messages({ conversationId, messages, pending, reason, onAgain }: Props) {
  const { t } = useTranslation();
  // A stored question may be loaded while its answer is still arriving; asked again, its former answers go.
  const last = messages.findLast(({ by }) => by === 'person');
  const isStored = pending !== undefined && last !== undefined && last.text === pending.question;
  const shown = isStored ? messages.slice(0, messages.indexOf(last) + 1) : messages;
  return (
    <ul className={styles.messages} role="log" aria-label={t('aiChat.current')} aria-busy={pending !== undefined}>
      {shown.map((message, i) => {
        const { message_id: id, by, text, danger } = message;
        if (by === 'person')
          return <Question key={id} text={text} danger={danger} conversationId={conversationId} messageId={id} />;
        const question = shown.slice(0, i).findLast((each) => each.by === 'person')?.text ?? '';
        const isLast = i === shown.length - 1 && pending === undefined;
        return (
          <Answer
            key={id}
            message={message}
            question={question}
            reason={reason?.messageId === id ? reason.text : undefined}
            onAgain={isLast && onAgain && by === 'model' ? () => onAgain(question) : undefined}
          />
        );
      })}
      {pending && !isStored && (
        <Question
          key="question"
          text={pending.question}
          danger={isDanger(pending.question)}
          conversationId={pending.conversationId}
          messageId={pending.messageId}
        />
      )}
      {pending && (
        <Answer
          key="answer"
          message={{ by: 'model', text: pending.text, state: 'whole' }}
          question={pending.question}
          isWaiting
        />
      )}
      {pending === undefined && shown.at(-1)?.by === 'person' && onAgain && (
        <Answer
          key="missing"
          message={{ by: 'model', text: '', state: 'whole' }}
          question=""
          reason={t('aiChat.noAnswer')}
          onAgain={() => onAgain(last?.text ?? '')}
        />
      )}
    </ul>
  );
}

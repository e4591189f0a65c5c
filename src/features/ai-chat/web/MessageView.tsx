import { CopyOutlined, ReloadOutlined, RobotOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FoundArticles } from '../../help/web/public.ts';
import type { Message } from '../contract.ts';
import { AnswerText } from './AnswerText.tsx';
import { DangerCard } from './DangerCard.tsx';
import styles from './ai-chat.module.css';

interface QuestionProps {
  text: string;
  danger: boolean;
  conversationId: string | undefined;
  messageId: string | undefined;
}

/** What the person asked; below it the help lines, where it speaks of danger. */
export function Question({ text, danger, conversationId, messageId }: QuestionProps) {
  const { t } = useTranslation();
  return (
    <li className={styles.message} data-by="person">
      <h3 className={styles.hidden}>{t('aiChat.you')}</h3>
      <p className={styles.question}>{text}</p>
      {danger && <DangerCard conversationId={conversationId} messageId={messageId} />}
    </li>
  );
}

function HelpAnswer({ articles, question }: { articles: readonly string[]; question: string }) {
  const { t } = useTranslation();
  if (articles.length === 0)
    return (
      <p>
        {t('aiChat.helpNone')} <Link to="/help-center/index">{t('aiChat.helpCentre')}</Link>
      </p>
    );
  return (
    <>
      <p>{t('aiChat.helpFound')}</p>
      <Suspense fallback={null}>
        <FoundArticles keys={articles} question={question} />
      </Suspense>
    </>
  );
}

interface AnswerProps {
  message: Pick<Message, 'by' | 'text' | 'articles' | 'state'>;
  question: string;
  /** Why it ended early. */
  reason?: string | undefined;
  isWaiting?: boolean;
  /** Absent for all but the last answer of a model. */
  onAgain?: (() => void) | undefined;
}

/** An answer with its acts. */
export function Answer({
  message: { by, text, articles = [], state },
  question,
  reason,
  isWaiting,
  onAgain,
}: AnswerProps) {
  const { t } = useTranslation();
  const { message: notice } = App.useApp();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      void notice.success(t('aiChat.copied'));
    } catch {
      // Without TLS a browser has no clipboard.
      void notice.info(t('aiChat.copyFailed'));
    }
  };
  const ended = reason ?? t(`aiChat.states.${state}`);
  return (
    <li className={styles.message} data-by="assistant">
      <h3 className={styles.by}>
        <RobotOutlined aria-hidden /> {t('aiChat.assistant')}
      </h3>
      {by === 'help' ? <HelpAnswer articles={articles} question={question} /> : <AnswerText text={text} />}
      {isWaiting && (
        <p className={styles.waiting}>
          <span className={styles.dots} aria-hidden="true" />
          {t('aiChat.waiting')}
        </p>
      )}
      {!isWaiting && ended !== '' && <p className={styles.ended}>{ended}</p>}
      {!isWaiting && by === 'model' && (
        <div className={styles.acts}>
          {text !== '' && (
            <Button type="text" size="small" icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
              {t('aiChat.copy')}
            </Button>
          )}
          {onAgain && (
            <Button type="text" size="small" icon={<ReloadOutlined aria-hidden />} onClick={onAgain}>
              {t('aiChat.again')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

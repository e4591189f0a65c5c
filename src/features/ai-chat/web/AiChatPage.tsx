import { HistoryOutlined } from '@ant-design/icons';
import { Button, Drawer, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { pageOf } from '../../../platform/pages/web/pages.ts';
import { useCloseOnBack } from '../../../platform/ui/web/leaving.ts';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { useMobile } from '../../../platform/ui/web/use-mobile.ts';
import { PageHelp } from '../../help/web/public.ts';
import { addressOf, CONVERSATION } from './address.ts';
import { Chat } from './Chat.tsx';
import { ConversationList } from './ConversationList.tsx';
import { useAssistant } from './queries.ts';
import { aiChat } from './texts.zh.ts';
import styles from './ai-chat.module.css';

provideTexts({ aiChat });

/** /ai-chat: the person's conversations with the assistant; the open one is in the address. */
export function AiChatPage() {
  const { t } = useTranslation();
  const mobile = useMobile();
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const [answers, setAnswers] = useState(0);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  useCloseOnBack(open, close);
  const { data, error, refetch } = useAssistant(answers);
  const id = address.get(CONVERSATION) ?? undefined;
  const page = pageOf('ai');
  const list = (
    <ConversationList
      current={id}
      onOpen={close}
      onDeleted={(deleted) => {
        if (deleted === undefined || deleted === id) void navigate('/ai-chat', { replace: true });
      }}
    />
  );
  return (
    <div className={styles.page}>
      <PageTitle
        title={t('page.ai.title')}
        about={t('page.ai.about')}
        acts={
          mobile ? (
            <Button icon={<HistoryOutlined aria-hidden />} onClick={() => setOpen(true)}>
              {t('aiChat.openList')}
            </Button>
          ) : (
            page && <PageHelp page={page} className={styles.help} />
          )
        }
      />
      <div className={styles.columns}>
        {!mobile && (
          <nav className={styles.side} aria-label={t('aiChat.list')}>
            {list}
          </nav>
        )}
        {error && data === undefined && <FailedState error={error} onRetry={() => void refetch()} />}
        {!error && data === undefined && <Skeleton active paragraph={{ rows: 6 }} />}
        {data && (
          <Chat
            id={id}
            assistant={data}
            onCreated={(created) => void navigate(addressOf(created), { replace: true })}
            onAnswered={() => setAnswers((n) => n + 1)}
          />
        )}
      </div>
      {mobile && (
        <Drawer placement="bottom" height="75%" open={open} onClose={close} title={t('aiChat.list')} destroyOnHidden>
          {list}
        </Drawer>
      )}
    </div>
  );
}

import { EllipsisOutlined, PlusOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button, Dropdown, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { notifyFailure } from '../../../platform/session/web/notify-failure.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { useConfirm } from '../../../platform/ui/web/use-confirm.ts';
import { deleteConversation, deleteConversations, type Conversation } from '../contract.ts';
import { KEEP_DAYS } from '../rules/limits.ts';
import { addressOf } from './address.ts';
import { CONVERSATIONS, useConversations } from './queries.ts';
import { RenameDialog } from './RenameDialog.tsx';
import styles from './ai-chat.module.css';

interface Props {
  /** The open conversation. */
  current: string | undefined;
  /** A conversation is opened, or a new one begins. */
  onOpen: () => void;
  /** These were deleted; all of them where it is absent. */
  onDeleted: (id?: string) => void;
}

/** The person's conversations, the last used first. */
export function ConversationList({ current, onOpen, onDeleted }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const queries = useQueryClient();
  const { data, error, refetch } = useConversations();
  const [renamed, setRenamed] = useState<Conversation>();
  const reload = () => void queries.invalidateQueries({ queryKey: ['ai-chat'] });
  const remove = (title: string, send: () => Promise<unknown>, id?: string) =>
    confirm({
      title,
      content: t('aiChat.removeText'),
      okText: t(id === undefined ? 'aiChat.removeAll' : 'aiChat.remove'),
      cancelText: t('common.cancel'),
      okButtonProps: { danger: true },
      onOk: () =>
        send().then(() => {
          void message.success(t('aiChat.removed'));
          onDeleted(id);
          void queries.invalidateQueries({ queryKey: CONVERSATIONS });
        }, notifyFailure),
    });
  const removeOne = ({ conversation_id: id, title }: Conversation) =>
    remove(t('aiChat.removeTitle', { title }), () => call(deleteConversation, { params: { id } }, { quiet: true }), id);
  return (
    <div className={styles.list}>
      <Link to="/ai-chat" className={styles.fresh} onClick={onOpen}>
        <PlusOutlined aria-hidden /> {t('aiChat.fresh')}
      </Link>
      {error && <FailedState error={error} onRetry={() => void refetch()} />}
      {!error && data === undefined && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {data?.total === 0 && <p className={styles.quiet}>{t('aiChat.none')}</p>}
      <ul className={styles.conversations}>
        {data?.items.map((one) => (
          <li key={one.conversation_id} className={styles.conversation}>
            <Link
              to={addressOf(one.conversation_id)}
              className={styles.open}
              onClick={onOpen}
              {...(one.conversation_id === current && { 'aria-current': 'page' as const })}
            >
              <span className={styles.name}>{one.title}</span>
              <time className={styles.time} dateTime={one.updated_at}>
                {dateText(one.updated_at)}
              </time>
            </Link>
            <Dropdown
              trigger={['click']}
              menu={{
                items: [
                  { key: 'rename', label: t('aiChat.rename') },
                  { key: 'remove', label: t('aiChat.remove'), danger: true },
                ],
                onClick: ({ key }) => (key === 'rename' ? setRenamed(one) : removeOne(one)),
              }}
            >
              <Button
                type="text"
                size="small"
                icon={<EllipsisOutlined aria-hidden />}
                aria-label={t('aiChat.actsOf', { title: one.title })}
              />
            </Dropdown>
          </li>
        ))}
      </ul>
      <p className={styles.quiet}>{t('aiChat.keep', { days: KEEP_DAYS })}</p>
      {(data?.total ?? 0) > 1 && (
        <Button
          type="link"
          size="small"
          danger
          className={styles.removeAll ?? ''}
          onClick={() => remove(t('aiChat.removeAllTitle'), () => call(deleteConversations, {}, { quiet: true }))}
        >
          {t('aiChat.removeAll')}
        </Button>
      )}
      {renamed && <RenameDialog conversation={renamed} onDone={reload} onClose={() => setRenamed(undefined)} />}
    </div>
  );
}

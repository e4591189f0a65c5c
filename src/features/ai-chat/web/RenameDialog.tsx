import { Form, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { notifyFailure } from '../../../platform/session/web/notify-failure.ts';
import { renameConversation, type Conversation } from '../contract.ts';
import { TITLE_MAX } from '../rules/limits.ts';

interface Props {
  conversation: Conversation;
  onDone: () => void;
  onClose: () => void;
}

/** Changes the title of a conversation. */
export function RenameDialog({ conversation: { conversation_id: id, title }, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const field = useId();
  const [typed, setTyped] = useState(title);
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const save = useOnce(async () => {
    setMissing(typed.trim() === '');
    if (typed.trim() === '') return;
    setBusy(true);
    try {
      await call(renameConversation, { params: { id }, body: { title: typed.trim() } }, { quiet: true });
      onDone();
      onClose();
    } catch (error) {
      notifyFailure(error);
    } finally {
      setBusy(false);
    }
  });
  return (
    <Sheet
      open
      small
      title={t('aiChat.rename')}
      onClose={onClose}
      act={{ label: t('aiChat.renameSave'), busy, onClick: save }}
    >
      <Form layout="vertical" component="div">
        <Form.Item
          label={t('aiChat.title')}
          htmlFor={field}
          {...(missing && { validateStatus: 'error', help: <span role="alert">{t('aiChat.titleRequired')}</span> })}
        >
          <Input
            id={field}
            value={typed}
            maxLength={TITLE_MAX}
            onChange={({ target }) => setTyped(target.value)}
            onPressEnter={save}
          />
        </Form.Item>
      </Form>
    </Sheet>
  );
}

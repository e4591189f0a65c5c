import { CameraOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/http/web/call.ts';
import {
  attachmentProblem,
  cleanFileName,
  formatOfName,
  MEDIA,
  WRONG_FORMAT,
} from '../../../platform/media/attachments.ts';
import { sendFile } from '../../../platform/media/web/send-file.ts';
import { loadCurrentUser } from '../../../platform/session/web/current-user.ts';
import { failureOf, isCancelled } from '../../../platform/ui/web/failure.ts';
import { useConfirm } from '../../../platform/ui/web/use-confirm.ts';
import { changeAvatar, removeAvatar } from '../contract.ts';
import styles from './AccountPage.module.css';

const PICTURES = 'image/png,image/jpeg,.png,.jpg,.jpeg';

/** Chooses and removes the picture of the own account. The header shows it as well, so the user is loaded again. */
export function AvatarActs({ avatar }: { avatar: string }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const [progress, setProgress] = useState<number>();
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const problemOf = ({ name, type: mime, size }: File) => {
    if (formatOfName(name)?.type !== MEDIA.image) return t('account.avatarFormat');
    return attachmentProblem({ name, mime, size });
  };
  const refuse = (failure: unknown) => {
    if (isCancelled(failure)) return;
    const { message: whole, details } = failureOf(failure);
    const problem = details[0]?.message ?? whole;
    // The server's words name every format of an attachment.
    setError(problem === WRONG_FORMAT ? t('account.avatarFormat') : problem);
  };
  const send = async (file: File) => {
    const sending = new AbortController();
    stop.current = sending;
    setProgress(0);
    try {
      const { file_id } = await sendFile(file, cleanFileName(file.name), {
        signal: sending.signal,
        onProgress: setProgress,
      });
      await call(changeAvatar, { body: { file_id } }, { quiet: true });
      await loadCurrentUser();
      void message.success(t('account.avatarChanged'));
    } catch (failure) {
      refuse(failure);
    } finally {
      setProgress(undefined);
    }
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // The same file can be chosen again after a failure.
    target.value = '';
    if (!file) return;
    const problem = problemOf(file);
    setError(problem);
    if (problem === undefined) void send(file);
  };
  const remove = () =>
    confirm({
      title: t('account.avatarRemoveTitle'),
      content: t('account.avatarRemoveText'),
      okText: t('account.avatarRemove'),
      okButtonProps: { danger: true },
      onOk: async () => {
        setError(undefined);
        try {
          await call(removeAvatar, {}, { quiet: true });
          await loadCurrentUser();
        } catch (failure) {
          refuse(failure);
        }
      },
    });
  const isBusy = progress !== undefined;
  return (
    <div className={styles.avatarActs}>
      <input ref={input} type="file" accept={PICTURES} hidden aria-label={t('account.avatarFile')} onChange={choose} />
      <div className={styles.buttons}>
        <Button icon={<CameraOutlined aria-hidden />} loading={isBusy} onClick={() => input.current?.click()}>
          {isBusy
            ? t('account.avatarSending', { percent: progress })
            : t(avatar === '' ? 'account.avatarSet' : 'account.avatarChange')}
        </Button>
        {avatar !== '' && (
          <Button type="text" disabled={isBusy} onClick={remove}>
            {t('account.avatarRemove')}
          </Button>
        )}
      </div>
      <p
        className={error === undefined ? styles.about : styles.problem}
        role={error === undefined ? undefined : 'alert'}
      >
        {error ?? t('account.avatarRule')}
      </p>
    </div>
  );
}

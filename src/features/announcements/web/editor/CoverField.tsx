import { PictureOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attachmentProblem, formatOfName, MEDIA } from '../../../../platform/media/attachments.ts';
import { Picture } from '../../../../platform/media/web/Picture.tsx';
import { sendFile } from '../../../../platform/media/web/send-file.ts';
import { failureOf } from '../../../../platform/ui/web/failure.ts';
import styles from './cover.module.css';

/** In CSS pixels, as the style sheet has it. */
const COVER_WIDTH = 160;

interface Props {
  fileId: string | null;
  /** Address of the stored cover. */
  address: string | undefined;
  onChange: (fileId: string | null) => void;
}

/** The picture that lists show beside the title. */
export function CoverField({ fileId, address, onChange }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState(address);
  const choose = async (file: File) => {
    const problem = attachmentProblem({ name: file.name, mime: file.type, size: file.size });
    if (problem !== undefined || formatOfName(file.name)?.type !== MEDIA.image)
      return void message.warning(problem ?? t('announcementEditor.imageOnly'));
    setBusy(true);
    try {
      const { file_id } = await sendFile(file, file.name, {
        signal: new AbortController().signal,
        onProgress: () => undefined,
      });
      setShown(URL.createObjectURL(file));
      onChange(file_id);
    } catch (failure) {
      void message.error(failureOf(failure).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.cover}>
      {fileId !== null && shown !== undefined && (
        <Picture className={styles.picture} src={shown} width={COVER_WIDTH} alt="" />
      )}
      <div className={styles.acts}>
        <Button icon={<PictureOutlined aria-hidden />} loading={busy} onClick={() => input.current?.click()}>
          {t(fileId === null ? 'announcementEditor.coverAdd' : 'announcementEditor.coverChange')}
        </Button>
        {fileId !== null && (
          <Button type="text" onClick={() => onChange(null)}>
            {t('announcementEditor.coverRemove')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,.png,.jpg,.jpeg"
        aria-label={t('announcementEditor.cover')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void choose(file);
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

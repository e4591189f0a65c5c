import { EditorContent, useEditor, type Editor } from '@tiptap/react';
import { App } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attachmentProblem, MEDIA, formatOfName } from '../../../../platform/media/attachments.ts';
import { sendFile } from '../../../../platform/media/web/send-file.ts';
import { failureOf } from '../../../../platform/ui/web/failure.ts';
import { useStable } from '../../../../platform/ui/web/use-stable.ts';
import { DOCUMENT_LIMITS, imagesOf, type RichText } from '../../rules/rich-text.ts';
import { extensions } from './extensions.ts';
import { toDocument, toEditor } from './to-document.ts';
import { Toolbar } from './Toolbar.tsx';
import documentStyles from '../document.module.css';
import styles from './editor.module.css';

interface Props {
  label: string;
  initial: RichText;
  /** Addresses of the pictures of the initial text. */
  addresses: ReadonlyMap<string, string>;
  invalid: boolean;
  onChange: (document: RichText) => void;
}

/** Whether a file is a picture that may be attached. */
const isPicture = (file: File): boolean =>
  formatOfName(file.name)?.type === MEDIA.image &&
  attachmentProblem({ name: file.name, mime: file.type, size: file.size }) === undefined;

/** The editor of a text. It adds its styles by the page's own sheets, because the policy refuses others. */
export function TextEditor({ label, initial, addresses, invalid, onChange }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [sending, setSending] = useState(0);
  const [content] = useState(() => toEditor(initial, addresses));
  const current = useRef<Editor>(undefined);
  const sendPicture = async (file: File) => {
    setSending((n) => n + 1);
    try {
      const { file_id } = await sendFile(file, file.name, {
        signal: new AbortController().signal,
        onProgress: () => undefined,
      });
      current.current
        ?.chain()
        .focus()
        .insertPicture({ file_id, src: URL.createObjectURL(file), alt: '' })
        .run();
    } catch (failure) {
      void message.error(failureOf(failure).message);
    } finally {
      setSending((n) => n - 1);
    }
  };
  const takeFiles = useStable((files: readonly File[]): boolean => {
    if (files.length === 0) return false;
    const pictures = files.filter(isPicture);
    if (pictures.length < files.length) void message.warning(t('announcementEditor.imageOnly'));
    const held = current.current ? imagesOf(toDocument(current.current.getJSON())).length : 0;
    const places = Math.max(0, DOCUMENT_LIMITS.images - held - sending);
    if (pictures.length > places)
      void message.warning(t('announcementEditor.imageMax', { max: DOCUMENT_LIMITS.images }));
    for (const file of pictures.slice(0, places)) void sendPicture(file);
    return true;
  });
  const editor = useEditor({
    extensions,
    content,
    injectCSS: false,
    editorProps: {
      attributes: {
        class: `${documentStyles.document} ${styles.text}`,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
      },
      handlePaste: (_, event) => takeFiles([...(event.clipboardData?.files ?? [])]),
      handleDrop: (_, event) => takeFiles([...(event.dataTransfer?.files ?? [])]),
    },
    onCreate: ({ editor: made }) => {
      current.current = made;
    },
    onUpdate: ({ editor: changed }) => onChange(toDocument(changed.getJSON())),
  });
  return (
    <div className={styles.editor} data-invalid={invalid}>
      <Toolbar editor={editor} onFiles={takeFiles} />
      {sending > 0 && (
        <p role="status" className={styles.sending}>
          {t('announcementEditor.imageSending')}
        </p>
      )}
      <EditorContent editor={editor} />
    </div>
  );
}

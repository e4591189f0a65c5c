import { EditorContent, useEditor, type Editor } from '@tiptap/react';
import { App } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { provideTexts } from '../../i18n/web/texts.ts';
import { attachmentProblem, MEDIA, formatOfName } from '../../media/attachments.ts';
import { sendFile } from '../../media/web/send-file.ts';
import { failureOf } from '../../ui/web/failure.ts';
import { useStable } from '../../ui/web/use-stable.ts';
import { DOCUMENT_LIMITS, imagesOf, type RichText } from '../rich-text.ts';
import { extensions } from './extensions.ts';
import { richText } from './texts.zh.ts';
import { toDocument, toEditor } from './to-document.ts';
import { Toolbar } from './Toolbar.tsx';
import documentStyles from './document.module.css';
import styles from './editor.module.css';

provideTexts({ richText });

export interface TextEditorProps {
  /** Id of the text, for a label outside. */
  id?: string | undefined;
  label: string;
  initial: RichText;
  /** Addresses of the pictures of the initial text; absent where the text has no pictures. */
  addresses?: ReadonlyMap<string, string>;
  invalid: boolean;
  describedBy?: string | undefined;
  disabled?: boolean | undefined;
  onChange: (document: RichText) => void;
}

const NO_PICTURES: ReadonlyMap<string, string> = new Map();

/** Whether a file is a picture that may be attached. */
const isPicture = (file: File): boolean =>
  formatOfName(file.name)?.type === MEDIA.image &&
  attachmentProblem({ name: file.name, mime: file.type, size: file.size }) === undefined;

/** The editor of a text. It adds its styles by the page's own sheets, because the policy refuses others. */
export function TextEditor(props: TextEditorProps) {
  const { id, label, initial, addresses, invalid, describedBy, disabled = false, onChange } = props;
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [sending, setSending] = useState(0);
  const [content] = useState(() => toEditor(initial, addresses ?? NO_PICTURES));
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
    if (!addresses) return true;
    const pictures = files.filter(isPicture);
    if (pictures.length < files.length) void message.warning(t('richText.imageOnly'));
    const held = current.current ? imagesOf(toDocument(current.current.getJSON())).length : 0;
    const places = Math.max(0, DOCUMENT_LIMITS.images - held - sending);
    if (pictures.length > places) void message.warning(t('richText.imageMax', { max: DOCUMENT_LIMITS.images }));
    for (const file of pictures.slice(0, places)) void sendPicture(file);
    return true;
  });
  const editor = useEditor({
    extensions,
    content,
    injectCSS: false,
    editable: !disabled,
    editorProps: {
      attributes: {
        class: `${documentStyles.document} ${styles.text}`,
        ...(id !== undefined && { id }),
        ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
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
    <div className={styles.editor} data-invalid={invalid} data-compact={!addresses}>
      {!disabled && <Toolbar editor={editor} onFiles={addresses && takeFiles} />}
      {sending > 0 && (
        <p role="status" className={styles.sending}>
          {t('richText.imageSending')}
        </p>
      )}
      <EditorContent editor={editor} />
    </div>
  );
}

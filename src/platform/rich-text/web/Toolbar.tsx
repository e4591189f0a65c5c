import {
  BoldOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { useEditorState, type Editor } from '@tiptap/react';
import { App, Button, Input, Tooltip } from 'antd';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkSheet } from './LinkSheet.tsx';
import styles from './editor.module.css';

const PICTURES = 'image/png,image/jpeg,.png,.jpg,.jpeg';

type Tool =
  | 'bold'
  | 'italic'
  | 'heading2'
  | 'heading3'
  | 'bulletList'
  | 'orderedList'
  | 'blockquote'
  | 'link'
  | 'image'
  | 'undo'
  | 'redo';

interface ToolButtonProps {
  tool: Tool;
  icon: ReactNode;
  pressed?: boolean;
  disabled?: boolean;
  onClick: () => void;
}

function ToolButton({ tool, icon, pressed, disabled = false, onClick }: ToolButtonProps) {
  const { t } = useTranslation();
  const name = t(`richText.tools.${tool}`);
  return (
    <Tooltip title={name}>
      <Button
        type={pressed === true ? 'primary' : 'text'}
        icon={icon}
        aria-label={name}
        aria-pressed={pressed}
        disabled={disabled}
        // The selection of the text stays.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClick}
      />
    </Tooltip>
  );
}

const Letters = ({ children }: { children: string }) => (
  <span aria-hidden className={styles.letters}>
    {children}
  </span>
);

interface ToolbarProps {
  editor: Editor;
  /** Absent where the text has no pictures. */
  onFiles: ((files: readonly File[]) => void) | undefined;
}

/** The acts of the editor, and the description of a chosen picture. */
export function Toolbar({ editor, onFiles }: ToolbarProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const alt = useId();
  const input = useRef<HTMLInputElement>(null);
  const [linking, setLinking] = useState(false);
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      heading2: now.isActive('heading', { level: 2 }),
      heading3: now.isActive('heading', { level: 3 }),
      bulletList: now.isActive('bulletList'),
      orderedList: now.isActive('orderedList'),
      blockquote: now.isActive('blockquote'),
      link: now.isActive('link'),
      image: now.isActive('image'),
      alt: String(now.getAttributes('image')['alt'] ?? ''),
      href: String(now.getAttributes('link')['href'] ?? ''),
      empty: now.state.selection.empty,
      mayUndo: now.can().undo(),
      mayRedo: now.can().redo(),
    }),
  });
  const chain = () => editor.chain().focus();
  const openLink = () => {
    if (state.empty && !state.link) void message.info(t('richText.linkWords'));
    else setLinking(true);
  };
  return (
    <div className={styles.bar}>
      <div role="toolbar" aria-label={t('richText.toolbar')} className={styles.tools}>
        <ToolButton
          tool="heading2"
          icon={<Letters>大</Letters>}
          pressed={state.heading2}
          onClick={() => chain().toggleHeading({ level: 2 }).run()}
        />
        <ToolButton
          tool="heading3"
          icon={<Letters>小</Letters>}
          pressed={state.heading3}
          onClick={() => chain().toggleHeading({ level: 3 }).run()}
        />
        <ToolButton
          tool="bold"
          icon={<BoldOutlined />}
          pressed={state.bold}
          onClick={() => chain().toggleBold().run()}
        />
        <ToolButton
          tool="italic"
          icon={<ItalicOutlined />}
          pressed={state.italic}
          onClick={() => chain().toggleItalic().run()}
        />
        <ToolButton
          tool="bulletList"
          icon={<UnorderedListOutlined />}
          pressed={state.bulletList}
          onClick={() => chain().toggleBulletList().run()}
        />
        <ToolButton
          tool="orderedList"
          icon={<OrderedListOutlined />}
          pressed={state.orderedList}
          onClick={() => chain().toggleOrderedList().run()}
        />
        <ToolButton
          tool="blockquote"
          icon={<Letters>“”</Letters>}
          pressed={state.blockquote}
          onClick={() => chain().toggleBlockquote().run()}
        />
        <ToolButton tool="link" icon={<LinkOutlined />} pressed={state.link} onClick={openLink} />
        {onFiles && <ToolButton tool="image" icon={<PictureOutlined />} onClick={() => input.current?.click()} />}
        <ToolButton
          tool="undo"
          icon={<UndoOutlined />}
          disabled={!state.mayUndo}
          onClick={() => chain().undo().run()}
        />
        <ToolButton
          tool="redo"
          icon={<RedoOutlined />}
          disabled={!state.mayRedo}
          onClick={() => chain().redo().run()}
        />
      </div>
      {state.image && (
        <div className={styles.alt}>
          <label htmlFor={alt}>{t('richText.imageAlt')}</label>
          <Input
            id={alt}
            maxLength={100}
            value={state.alt}
            onChange={({ target }) => editor.commands.updateAttributes('image', { alt: target.value })}
          />
        </div>
      )}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={PICTURES}
        aria-label={t('richText.tools.image')}
        onChange={({ currentTarget }) => {
          onFiles?.([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      {linking && (
        <LinkSheet
          href={state.href}
          onClose={() => setLinking(false)}
          onSet={(href) => {
            setLinking(false);
            const link = chain().extendMarkRange('link');
            (href === undefined ? link.unsetLink() : link.setLink({ href })).run();
          }}
        />
      )}
    </div>
  );
}

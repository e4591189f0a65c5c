import { Input } from 'antd';
import type { ClipboardEvent } from 'react';
import { NOTE_MAX } from '../attachments.ts';
import { Attachments } from './Attachments.tsx';
import type { Uploads } from './use-uploads.ts';
import styles from './attachments.module.css';

interface Props {
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  uploads: Uploads;
  /** Error of the text. */
  problem?: string | undefined;
}

/** A text of at most 1,000 characters with attachments (`spec §2`, reason editor); a pasted picture is attached. */
export function ReasonEditor({ label, placeholder, value, onChange, uploads, problem }: Props) {
  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    uploads.add(files);
  };
  return (
    <div className={styles.editor} onPaste={paste}>
      <Input.TextArea
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        maxLength={NOTE_MAX}
        showCount
        autoSize={{ minRows: 5, maxRows: 16 }}
        status={problem === undefined ? '' : 'error'}
        aria-invalid={problem !== undefined}
      />
      {problem !== undefined && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <Attachments uploads={uploads} />
    </div>
  );
}

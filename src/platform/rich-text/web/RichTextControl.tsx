import { useState } from 'react';
import type { ControlProps } from '../../feature/web/control.ts';
import { isDocument } from '../../schema/composed.ts';
import { EMPTY_DOCUMENT, isEmptyDocument } from '../rich-text.ts';
import { TextEditor } from './TextEditor.tsx';

/** The input of formatted text. The editor keeps what is typed; a value from outside is taken when it is made. */
export function RichTextControl({ id, field, value, invalid, describedBy, disabled, onChange, onTouch }: ControlProps) {
  const [initial] = useState(() => (isDocument(value) ? value : EMPTY_DOCUMENT));
  return (
    <TextEditor
      id={id}
      label={field.title}
      initial={initial}
      invalid={invalid === true}
      describedBy={describedBy}
      disabled={disabled}
      onChange={(document) => {
        onTouch?.();
        onChange(isEmptyDocument(document) ? undefined : document);
      }}
    />
  );
}

import { isDocument } from '../../schema/composed.ts';
import { DocumentView } from './DocumentView.tsx';

const NO_PICTURES: ReadonlyMap<string, string> = new Map();

/** Formatted text in the details of a row. */
export function RichTextValue({ value, text }: { value: unknown; text: string }) {
  if (!isDocument(value)) return text;
  return <DocumentView document={value} addresses={NO_PICTURES} onFailed={() => undefined} />;
}

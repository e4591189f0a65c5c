import type { FieldSchema } from '../../../shared/schema/types.ts';
import { StatusTag } from '../../widgets/StatusTag.tsx';
import { cell } from './cell.ts';

/** A value of a row: plain text, or a tag where its field says that this value wants attention. */
export function valueOf(field: FieldSchema, value: unknown) {
  const text = cell(field, value);
  const tone = field['x-tone']?.[String(value)];
  return tone === undefined ? text : <StatusTag tone={tone}>{text}</StatusTag>;
}

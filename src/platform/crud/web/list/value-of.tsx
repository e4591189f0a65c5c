import { Suspense } from 'react';
import { isComposed, isFiles, type FieldSchema } from '../../../schema/types.ts';
import { lazyPage } from '../../../ui/web/lazy-page.ts';
import { StatusTag } from '../../../ui/web/StatusTag.tsx';
import { MaskedValue } from '../reveal/masked.ts';
import { cell, NONE } from './cell.ts';
import { isLocked, LockedValue } from './locked.ts';
import { valueLooks } from './value-looks.ts';

const FilesCell = lazyPage(async () => (await import('../../../media/web/FilesCell.tsx')).FilesCell);

/** Row and field of a value. */
export interface ValuePlace {
  entity: string;
  id: string;
  field: string;
}

/**
 * Renders a value: a button for second-step verification, a masked value with a reveal button, the component of a
 * feature, a status tag (`x-tone`) or plain text.
 */
export function valueOf(field: FieldSchema, value: unknown, place: ValuePlace) {
  const text = cell(field, value);
  if (value === undefined && isLocked(field))
    return (
      <Suspense fallback={text}>
        <LockedValue entity={place.entity} title={field.title} />
      </Suspense>
    );
  if (field['x-reveal'] && text !== NONE)
    return (
      <Suspense fallback={text}>
        <MaskedValue text={text} place={{ ...place, title: field.title }} />
      </Suspense>
    );
  if (isFiles(field) && text !== NONE)
    return (
      <Suspense fallback={text}>
        <FilesCell value={value} text={text} />
      </Suspense>
    );
  // A list has one line for each row; the details show the parts.
  if (isComposed(field)) return text;
  const Look = valueLooks().get(field['x-enum'] ?? field['x-kind'] ?? '');
  if (Look !== undefined && text !== NONE)
    return (
      <Suspense fallback={text}>
        <Look value={value} text={text} />
      </Suspense>
    );
  const tone = field['x-tone']?.[String(value)];
  return tone === undefined ? text : <StatusTag tone={tone}>{text}</StatusTag>;
}

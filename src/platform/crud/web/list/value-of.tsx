import { Suspense } from 'react';
import type { FieldSchema } from '../../../schema/types.ts';
import { StatusTag } from '../../../ui/web/StatusTag.tsx';
import { MaskedValue } from '../reveal/masked.ts';
import { cell, NONE } from './cell.ts';
import { valueLooks } from './value-looks.ts';

/** The row and the field that a value stands in. */
export interface ValuePlace {
  entity: string;
  id: string;
  field: string;
}

/**
 * A value of a row: plain text, in the look that a feature brings for its codes, a tag where its field says that this
 * value wants attention, or with an eye where the whole of it may be asked for.
 */
export function valueOf(field: FieldSchema, value: unknown, place: ValuePlace) {
  const text = cell(field, value);
  if (field['x-reveal'] && text !== NONE)
    return (
      <Suspense fallback={text}>
        <MaskedValue text={text} place={{ ...place, title: field.title }} />
      </Suspense>
    );
  const Look = valueLooks().get(field['x-enum'] ?? '');
  if (Look !== undefined && text !== NONE)
    return (
      <Suspense fallback={text}>
        <Look value={value} text={text} />
      </Suspense>
    );
  const tone = field['x-tone']?.[String(value)];
  return tone === undefined ? text : <StatusTag tone={tone}>{text}</StatusTag>;
}

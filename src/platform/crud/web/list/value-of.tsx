import { Suspense } from 'react';
import { isLevel } from '../../../../features/crisis/rules/crisis.ts';
import type { FieldSchema } from '../../../schema/types.ts';
import { CrisisLevelTag } from '../../../ui/web/CrisisLevelTag.tsx';
import { StatusTag } from '../../../ui/web/StatusTag.tsx';
import { MaskedValue } from '../reveal/masked.ts';
import { cell, NONE } from './cell.ts';

/** The list of codes that has a look of its own everywhere. */
const LEVELS = 'crisis_level';

/** The row and the field that a value stands in. */
export interface ValuePlace {
  entity: string;
  id: string;
  field: string;
}

/**
 * A value of a row: plain text, a tag where its field says that this value wants attention, or with an eye where the
 * whole of it may be asked for.
 */
export function valueOf(field: FieldSchema, value: unknown, place: ValuePlace) {
  const text = cell(field, value);
  if (field['x-reveal'] && text !== NONE)
    return (
      <Suspense fallback={text}>
        <MaskedValue text={text} place={{ ...place, title: field.title }} />
      </Suspense>
    );
  if (field['x-enum'] === LEVELS && isLevel(value)) return <CrisisLevelTag level={value} />;
  const tone = field['x-tone']?.[String(value)];
  return tone === undefined ? text : <StatusTag tone={tone}>{text}</StatusTag>;
}

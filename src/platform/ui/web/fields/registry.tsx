import type { ComponentType } from 'react';
import type { ControlProps } from '../../../feature/web/control.ts';
import { fromFeatures } from '../../../feature/web/registry.ts';
import type { FieldSchema } from '../../../schema/types.ts';
import { lazyControl } from './lazy-control.tsx';
import {
  DateControl,
  GroupControl,
  NumberControl,
  RangeControl,
  RatingControl,
  RowControl,
  RowsControl,
  SwitchControl,
  TimeControl,
} from './lazy-controls.ts';
import { ChoicesControl, SelectControl } from './SelectControl.tsx';
import { TextAreaControl, TextControl } from './TextControl.tsx';

/** Inputs by `x-kind`: those of the platform and of the features. */
const byKind = fromFeatures(
  (features) =>
    new Map<string, ComponentType<ControlProps>>([
      ['text', TextAreaControl],
      ['row', RowControl],
      ['rows', RowsControl],
      ['choices', ChoicesControl],
      ['time-range', RangeControl],
      ['date-time-range', RangeControl],
      ['rating', RatingControl],
      ['group', GroupControl],
      ...features
        .flatMap(({ controls = {} }) => Object.entries(controls))
        .map(([kind, load]) => [kind, lazyControl(load)] as const),
    ]),
);

/** Inputs of features for references to their entities. */
const byEntity = fromFeatures(
  (features) =>
    new Map(
      features
        .flatMap(({ rowControls = {} }) => Object.entries(rowControls))
        .map(([entity, load]) => {
          const One = lazyControl(load);
          const Several = (props: ControlProps) => <One {...props} multiple />;
          return [entity, { row: One, rows: Several }] as const;
        }),
    ),
);

const TYPED: ReadonlySet<FieldSchema['x-kind']> = new Set([
  undefined,
  'text',
  'mobile',
  'identity-number',
  'address',
  'rich-text',
]);
const PICKED: ReadonlySet<FieldSchema['format']> = new Set(['date', 'date-time', 'time']);

/** Whether a value is selected and not typed: the placeholder is 请选择, not 请输入. */
export const isChoiceField = ({ enum: values, format, 'x-kind': kind }: FieldSchema): boolean =>
  values !== undefined || PICKED.has(format) || !TYPED.has(kind);

function referenceControlOf({ 'x-kind': kind, 'x-of': of = '' }: FieldSchema): ComponentType<ControlProps> | undefined {
  return kind === 'row' || kind === 'rows' ? byEntity().get(of)?.[kind] : undefined;
}

/** The input of a field, by what it refers to, by `x-kind`, else by type. */
export function controlOf(field: FieldSchema): ComponentType<ControlProps> {
  const Control = referenceControlOf(field) ?? byKind().get(field['x-kind'] ?? '');
  if (Control !== undefined) return Control;
  if (field.enum !== undefined) return SelectControl;
  if (field.type === 'boolean') return SwitchControl;
  if (field.type === 'integer' || field.type === 'number') return NumberControl;
  if (field.format === 'time') return TimeControl;
  if (field.format === 'date' || field.format === 'date-time') return DateControl;
  return TextControl;
}

import type { ComponentType } from 'react';
import type { ControlProps } from '../../../feature/web/control.ts';
import { fromFeatures } from '../../../feature/web/registry.ts';
import type { FieldSchema } from '../../../schema/types.ts';
import { lazyControl } from './lazy-control.tsx';
import { DateControl, NumberControl, RowControl, SwitchControl } from './lazy-controls.ts';
import { SelectControl } from './SelectControl.tsx';
import { TextAreaControl, TextControl } from './TextControl.tsx';

/** The input for what a value means: the platform's own, and those that features bring. */
const byKind = fromFeatures(
  (features) =>
    new Map<string, ComponentType<ControlProps>>([
      ['text', TextAreaControl],
      ['row', RowControl],
      ...features
        .flatMap(({ controls = {} }) => Object.entries(controls))
        .map(([kind, load]) => [kind, lazyControl(load)] as const),
    ]),
);

/** True where a value is chosen from a list: the prompt says 请选择 and not 请输入. */
export const isChosen = ({ enum: values, format, 'x-kind': kind }: FieldSchema): boolean =>
  values !== undefined || format === 'date' || format === 'date-time' || (kind !== undefined && kind !== 'text');

/** The input of one field, by what it means (`x-kind`), else by its type. */
export function controlOf(field: FieldSchema): ComponentType<ControlProps> {
  const Control = byKind().get(field['x-kind'] ?? '');
  if (Control !== undefined) return Control;
  if (field.enum !== undefined) return SelectControl;
  if (field.type === 'boolean') return SwitchControl;
  if (field.type === 'integer' || field.type === 'number') return NumberControl;
  if (field.format === 'date' || field.format === 'date-time') return DateControl;
  return TextControl;
}

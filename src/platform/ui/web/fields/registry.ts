import type { ComponentType } from 'react';
import { YearControl } from '../../../../features/academic-years/web/fields/YearControl.tsx';
import { CollegeControl, MajorControl } from '../../../../features/classes/web/fields/FacultyControls.tsx';
import { GradeControl } from '../../../../features/organisation/web/fields/GradeControl.tsx';
import { PeriodControl } from '../../../../features/organisation/web/fields/PeriodControl.tsx';
import { RoleControl } from '../../../../features/staff/web/fields/RoleControl.tsx';
import type { FieldKind, FieldSchema } from '../../../schema/types.ts';
import type { ControlProps } from './control.ts';
import {
  ClassControl,
  DateControl,
  DepartmentControl,
  NumberControl,
  RowControl,
  SlotControl,
  SwitchControl,
} from './lazy-controls.tsx';
import { SelectControl } from './SelectControl.tsx';
import { TextAreaControl, TextControl } from './TextControl.tsx';

/** The input for what a value means. */
const byKind: Record<FieldKind, ComponentType<ControlProps>> = {
  text: TextAreaControl,
  class: ClassControl,
  period: PeriodControl,
  grade: GradeControl,
  year: YearControl,
  role: RoleControl,
  department: DepartmentControl,
  row: RowControl,
  college: CollegeControl,
  major: MajorControl,
  slot: SlotControl,
};

/** Kinds that are chosen from a list rather than typed. */
const chosenKinds: ReadonlySet<FieldKind> = new Set([
  'class',
  'period',
  'grade',
  'year',
  'role',
  'department',
  'row',
  'college',
  'major',
  'slot',
]);

/** True where a value is chosen from a list: the prompt says 请选择 and not 请输入. */
export const isChosen = ({ enum: values, format, 'x-kind': kind }: FieldSchema): boolean =>
  values !== undefined || format === 'date' || format === 'date-time' || (kind !== undefined && chosenKinds.has(kind));

/** The input of one field, by what it means (`x-kind`), else by its type. */
export function controlOf(field: FieldSchema): ComponentType<ControlProps> {
  const kind = field['x-kind'];
  if (kind !== undefined) return byKind[kind];
  if (field.enum !== undefined) return SelectControl;
  if (field.type === 'boolean') return SwitchControl;
  if (field.type === 'integer' || field.type === 'number') return NumberControl;
  if (field.format === 'date' || field.format === 'date-time') return DateControl;
  return TextControl;
}

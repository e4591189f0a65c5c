import { Input } from 'antd';
import { Suspense, type ComponentType } from 'react';
import { lazyPage } from '../../../pages/web/lazy-page.ts';
import type { ControlProps } from './control.ts';

/** Inputs that most lists don't show at first: each comes when a field first needs it. */
function later(load: () => Promise<ComponentType<ControlProps>>) {
  const Loaded = lazyPage(load);
  return (props: ControlProps) => (
    <Suspense fallback={<Input disabled />}>
      <Loaded {...props} />
    </Suspense>
  );
}

export const NumberControl = later(() => import('./NumberPick.tsx').then((m) => m.NumberPick));
export const SwitchControl = later(() => import('./SwitchPick.tsx').then((m) => m.SwitchPick));
export const DateControl = later(() => import('./DatePickers.tsx').then((m) => m.DatePick));
export const DateRangeControl = later(() => import('./DatePickers.tsx').then((m) => m.DateRangePick));
export const RowControl = later(() => import('./RowPick.tsx').then((m) => m.RowPick));
export const ClassControl = later(() =>
  import('../../../../features/classes/web/fields/ClassPick.tsx').then((m) => m.ClassPick),
);
export const SlotControl = later(() =>
  import('../../../../features/interventions/web/fields/SlotPick.tsx').then((m) => m.SlotPick),
);
export const DepartmentControl = later(() =>
  import('../../../../features/organisation/web/fields/DepartmentPick.tsx').then((m) => m.DepartmentPick),
);

import { Input } from 'antd';
import { Suspense, type ComponentType } from 'react';
import { lazyPage } from '../../../pages/web/lazy-page.ts';
import type { ControlProps } from './control.ts';

/** An input whose code comes when a field first needs it. */
export function lazyControl(load: () => Promise<ComponentType<ControlProps>>): ComponentType<ControlProps> {
  const Loaded = lazyPage(load);
  return (props: ControlProps) => (
    <Suspense fallback={<Input disabled />}>
      <Loaded {...props} />
    </Suspense>
  );
}

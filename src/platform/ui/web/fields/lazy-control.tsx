import { Input } from 'antd';
import { Suspense, type ComponentType } from 'react';
import type { ControlProps } from '../../../feature/web/control.ts';
import { lazyPage } from '../lazy-page.ts';

/** An input that is loaded when a field first needs it. */
export function lazyControl(load: () => Promise<ComponentType<ControlProps>>): ComponentType<ControlProps> {
  const Loaded = lazyPage(load);
  return (props: ControlProps) => (
    <Suspense fallback={<Input disabled aria-label={props.field.title} />}>
      <Loaded {...props} />
    </Suspense>
  );
}

import { Input } from 'antd';
import { Suspense, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../../feature/web/control.ts';
import { lazyPage } from '../lazy-page.ts';

/** An input that is loaded when a field first needs it. */
export function lazyControl(load: () => Promise<ComponentType<ControlProps>>): ComponentType<ControlProps> {
  const Loaded = lazyPage(load);
  return (props: ControlProps) => (
    <Suspense fallback={<StandIn />}>
      <Loaded {...props} />
    </Suspense>
  );
}

function StandIn() {
  const { t } = useTranslation();
  return <Input disabled aria-label={t('common.loading')} />;
}

import { StarOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPage } from '../../../ui/web/lazy-page.ts';
import type { ListAddress } from '../list/use-list-address.ts';
import type { ViewSetting } from '../list/use-view.ts';

const ViewsPanel = lazyPage(async () => (await import('./ViewsPanel.tsx')).ViewsPanel);

interface Props {
  resource: string;
  address: ListAddress;
  setting: ViewSetting;
}

/** Saved views of a list: filters, order and columns under a name. */
export function SavedViews(props: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      open={open}
      onOpenChange={setOpen}
      content={
        <Suspense fallback={null}>
          <ViewsPanel {...props} onDone={() => setOpen(false)} />
        </Suspense>
      }
    >
      <Button
        type="text"
        icon={<StarOutlined aria-hidden />}
        aria-label={t('crud.views.title')}
        title={t('crud.views.title')}
        aria-expanded={open}
      />
    </Popover>
  );
}

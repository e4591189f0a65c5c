import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import type { RowPanelProps } from '../../../platform/feature/web/feature.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { useCloseOnBack } from '../../../platform/ui/web/leaving.ts';
import { useMobile } from '../../../platform/ui/web/use-mobile.ts';
import { Overview } from './Overview.tsx';
import { archive as texts } from './texts.zh.ts';

provideTexts({ archive: texts });

const WIDTH = 420;

/** The overview of a student beside the list; a sheet from below on phones. */
export function OverviewDrawer({ row, open, onClose }: RowPanelProps) {
  const { t } = useTranslation();
  const mobile = useMobile();
  useCloseOnBack(open, onClose);
  return (
    <Drawer
      open={open}
      title={t('archive.overview.of', { name: String(row['child_name'] ?? '') })}
      placement={mobile ? 'bottom' : 'right'}
      {...(mobile ? { height: '85%' } : { width: WIDTH })}
      onClose={onClose}
      destroyOnHidden
    >
      <Overview childId={String(row['child_id'])} />
    </Drawer>
  );
}

import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCloseOnBack } from '../../../platform/ui/web/leaving.ts';
import { ExportList } from './ExportList.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
  afterClose: () => void;
}

/** The export task list on phones, opened from the navigation drawer. */
export function DownloadsDialog({ open, onClose, afterClose }: Props) {
  const { t } = useTranslation();
  useCloseOnBack(open, onClose);
  return (
    <Drawer
      open={open}
      title={t('layout.downloads')}
      placement="bottom"
      height="70%"
      onClose={onClose}
      afterOpenChange={(visible) => {
        if (!visible) afterClose();
      }}
      destroyOnHidden
    >
      <ExportList open={open} />
    </Drawer>
  );
}

import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCloseOnBack } from '../../../platform/ui/web/leaving.ts';
import { NoticeList } from './NoticeList.tsx';

/** The notices on a phone, in a drawer at the bottom. */
export function NoticeDrawer({ visible, onClose }: { visible: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  useCloseOnBack(visible, onClose);
  return (
    <Drawer placement="bottom" height="75%" open={visible} onClose={onClose} title={t('layout.notice')} destroyOnHidden>
      <NoticeList onLeave={onClose} />
    </Drawer>
  );
}

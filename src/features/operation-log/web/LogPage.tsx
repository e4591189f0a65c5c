import { useTranslation } from 'react-i18next';
import { ResourcePage } from '../../../platform/crud/web/ResourcePage.tsx';
import { LogDrawer } from './LogDrawer.tsx';

/** /operation-log/index: the operation log; a drawer shows what an entry changed. */
export function LogPage() {
  const { t } = useTranslation();
  return (
    <ResourcePage
      name="log"
      title={t('page.log.title')}
      rowExtras={[{ key: 'detail', label: t('log.detail'), linked: true, Dialog: LogDrawer }]}
    />
  );
}

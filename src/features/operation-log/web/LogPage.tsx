import { useTranslation } from 'react-i18next';
import { ResourcePage } from '../../../platform/crud/web/ResourcePage.tsx';
import { LogDrawer } from './LogDrawer.tsx';

/** Who did what to which row; only what an entry changed is its own. */
export function LogPage() {
  const { t } = useTranslation();
  return (
    <ResourcePage
      name="log"
      title={t('pages.titles.log')}
      rowExtras={[{ key: 'detail', label: t('pages.log.detail'), linked: true, Dialog: LogDrawer }]}
    />
  );
}

import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { lazyPage } from '../../../ui/web/lazy-page.ts';
import { ResourcePage } from '../ResourcePage.tsx';

const ShowDialog = lazyPage(async () => (await import('../show/ShowDialog.tsx')).ShowDialog);

/** The page of a resource that only this tenant has. */
export function OwnPage() {
  const { entity = '' } = useParams();
  const { t } = useTranslation();
  return (
    <ResourcePage
      key={entity}
      name={entity}
      rowExtras={[{ key: 'show', label: t('crud.details'), act: 'open', linked: true, Dialog: ShowDialog }]}
    />
  );
}

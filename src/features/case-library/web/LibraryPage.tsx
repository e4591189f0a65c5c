import { useTranslation } from 'react-i18next';
import { ResourcePage } from '../../../platform/crud/web/ResourcePage.tsx';

/** /case-library: released cases, the reader's own, and those that wait for a review. */
export function LibraryPage() {
  const { t } = useTranslation();
  return (
    <ResourcePage
      name="library-case"
      title={t('page.caseLibrary.title')}
      rowExtras={[
        { key: 'open', label: t('libraryActs.open'), to: (row) => `/case-library/${String(row['library_id'])}` },
      ]}
    />
  );
}

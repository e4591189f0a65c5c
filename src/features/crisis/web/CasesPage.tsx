import { useTranslation } from 'react-i18next';
import { ResourcePage } from '../../../platform/crud/web/ResourcePage.tsx';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { cases } from './texts.zh.ts';

provideTexts({ cases });

/** /crisis/case: the crisis cases in the scope of the role. */
export function CasesPage() {
  const { t } = useTranslation();
  return (
    <ResourcePage
      name="crisis-case"
      title={t('page.cases.title')}
      rowExtras={[{ key: 'case', label: t('cases.enter'), to: (row) => `/crisis/case/${String(row['case_id'])}` }]}
    />
  );
}

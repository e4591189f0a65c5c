import { FileSearchOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { ResourcePage } from '../../../../platform/crud/web/ResourcePage.tsx';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { exams } from './texts.zh.ts';

provideTexts({ exams });

/** /exam/totals: scores of scales without items, imported or entered one by one. */
export function TotalsPage() {
  const { t } = useTranslation();
  return (
    <ResourcePage
      name="exam-total"
      title={t('page.totals.title')}
      rowExtras={[
        {
          key: 'result',
          label: t('exams.openResult'),
          icon: <FileSearchOutlined />,
          to: (row) => `/exam/personal-report/show/${String(row['exam_id'])}/${String(row['child_exam_id'])}`,
        },
      ]}
    />
  );
}

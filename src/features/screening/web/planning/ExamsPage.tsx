import { EyeOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ResourcePage } from '../../../../platform/crud/web/ResourcePage.tsx';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { examAddress } from './address.ts';
import { exams } from './texts.zh.ts';

provideTexts({ exams });

/** /exam: the school's screenings, from draft to archived. Each has a page of its own, where it is published. */
export function ExamsPage() {
  const { t } = useTranslation();
  const mayOpenScales = useMay('screening/scale', 'open');
  return (
    <ResourcePage
      name="exam"
      title={t('page.exams.title')}
      acts={mayOpenScales && <Link to="/exam/scales">{t('exams.toScales')}</Link>}
      rowExtras={[
        {
          key: 'plan',
          label: t('exams.open'),
          icon: <EyeOutlined />,
          to: (row) => examAddress(String(row['exam_id'])),
        },
      ]}
    />
  );
}

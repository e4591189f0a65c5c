import { EyeOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ResourcePage } from '../../../../platform/crud/web/ResourcePage.tsx';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { exams } from '../planning/texts.zh.ts';
import { planAddress } from './address.ts';
import { bureau } from './texts.zh.ts';

provideTexts({ bureau, exams });

/** /screening/bureau: the plans of an institution for its schools. Each has a page of its own, where it is sent. */
export function BureauPlansPage() {
  const { t } = useTranslation();
  const mayOpenScales = useMay('screening/scale', 'open');
  return (
    <ResourcePage
      name="bureau-plan"
      title={t('page.bureauPlans.title')}
      acts={mayOpenScales && <Link to="/exam/scales">{t('bureau.toScales')}</Link>}
      rowExtras={[
        {
          key: 'plan',
          label: t('bureau.open'),
          icon: <EyeOutlined />,
          to: (row) => planAddress(String(row['plan_id'])),
        },
      ]}
    />
  );
}

import { EyeOutlined } from '@ant-design/icons';
import { Skeleton, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Deletion } from '../../../../platform/crud/web/deletion.ts';
import { ResourcePage } from '../../../../platform/crud/web/ResourcePage.tsx';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { ReceivedPlans } from '../bureau/ReceivedPlans.tsx';
import { useReceived } from '../bureau/use-received.ts';
import { questionnaires } from '../questionnaires/texts.zh.ts';
import { examAddress } from './address.ts';
import { exams } from './texts.zh.ts';

provideTexts({ exams, questionnaires });

/** The server deletes drafts only. */
const DELETION: Deletion = { offered: (row) => row['status'] === 'draft' };

/** /exam: the school's screenings, from draft to archived. Each has a page of its own, where it is published. */
export function ExamsPage() {
  const { t } = useTranslation();
  const mayCompose = useMay('screening/questionnaire', 'open');
  const mayImport = useMay('screening/totals', 'open');
  const mayOpenScales = useMay('screening/scale', 'open');
  const { isLoading } = useReceived();
  // Plans of the institution stand above the list, and would move it.
  if (isLoading) return <Skeleton active paragraph={{ rows: 10 }} />;
  return (
    <ResourcePage
      name="exam"
      title={t('page.exams.title')}
      deletion={DELETION}
      acts={
        <Space size="middle">
          {mayOpenScales && <Link to="/exam/scales">{t('exams.toScales')}</Link>}
          {mayImport && <Link to="/exam/totals">{t('exams.toTotals')}</Link>}
          {mayCompose && <Link to="/exam/questionnaires">{t('questionnaires.toList')}</Link>}
        </Space>
      }
      above={<ReceivedPlans />}
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

import { QrcodeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ResourcePage } from '../../../platform/crud/web/ResourcePage.tsx';
import type { RowExtra } from '../../../platform/feature/web/row-extra.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { ReviewDialog } from './ReviewDialog.tsx';
import { invitations } from './texts.zh.ts';

provideTexts({ invitations });

/** /student-register/application: what was registered, to accept or to refuse. */
export function ApplicationsPage() {
  const { t } = useTranslation();
  const mayInvite = useMay('invitation', 'open');
  const acts: RowExtra[] = [
    {
      key: 'review',
      label: t('invitations.decide.act'),
      act: 'decide',
      appliesTo: (row) => row['status'] === 'pending',
      Dialog: ReviewDialog,
    },
    {
      key: 'details',
      label: t('invitations.decide.details'),
      appliesTo: (row) => row['status'] !== 'pending',
      Dialog: ReviewDialog,
    },
  ];
  return (
    <ResourcePage
      name="student-application"
      rowExtras={acts}
      acts={
        mayInvite && (
          <Link to="/student-register/invitation">
            <Button icon={<QrcodeOutlined aria-hidden />}>{t('invitations.title')}</Button>
          </Link>
        )
      }
    />
  );
}

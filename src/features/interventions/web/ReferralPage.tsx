import { useTranslation } from 'react-i18next';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';
import { RecordPage } from './RecordPage.tsx';

const StepsDialog = lazyPage(async () => (await import('./StepsDialog.tsx')).StepsDialog);

/** /intervention/referral: referrals to a hospital with their status. */
export function ReferralPage() {
  const { t } = useTranslation();
  return (
    <RecordPage
      name="referral"
      page="referral"
      rowExtras={[{ key: 'steps', label: t('records.steps'), act: 'open', linked: true, Dialog: StepsDialog }]}
    />
  );
}

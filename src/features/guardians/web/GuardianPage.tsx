import { useTranslation } from 'react-i18next';
import { ResourcePage } from '../../../platform/crud/web/ResourcePage.tsx';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { RegisterGuardianDialog, ResetGuardianDialog } from './AccountDialogs.tsx';
import { ChildrenDialog } from './ChildrenDialog.tsx';
import { CloseAccountDialog } from './CloseAccountDialog.tsx';
import { guardians } from './texts.zh.ts';

provideTexts({ guardians });

const hasAccount = (row: Row) => row['is_register'] === true;

/** /org-manage/guardian: guardians of the students in the scope of the role, with their children and accounts. */
export function GuardianPage() {
  const { t } = useTranslation();
  return (
    <ResourcePage
      name="guardian"
      rowExtras={[
        { key: 'children', label: t('guardians.acts.children'), act: 'open', linked: true, Dialog: ChildrenDialog },
        {
          key: 'register',
          label: t('guardians.acts.register'),
          act: 'register',
          appliesTo: (row) => !hasAccount(row),
          Dialog: RegisterGuardianDialog,
        },
        {
          key: 'reset',
          label: t('guardians.acts.reset'),
          act: 'register',
          appliesTo: hasAccount,
          Dialog: ResetGuardianDialog,
        },
        {
          key: 'close',
          label: t('guardians.acts.close'),
          act: 'register',
          appliesTo: hasAccount,
          Dialog: CloseAccountDialog,
        },
      ]}
    />
  );
}

import { useTranslation } from 'react-i18next';
import { ResourcePage } from '../../../platform/crud/web/ResourcePage.tsx';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { MembersDialog } from './MembersDialog.tsx';
import { groups } from './texts.zh.ts';

provideTexts({ groups });

/** /org-manage/custom-group: groups of students, with their members. */
export function GroupPage() {
  const { t } = useTranslation();
  return (
    <ResourcePage
      name="custom-group"
      title={t('page.customGroup.title')}
      rowExtras={[{ key: 'members', label: t('groups.members'), act: 'open', linked: true, Dialog: MembersDialog }]}
    />
  );
}

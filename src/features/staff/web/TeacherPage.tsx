import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ResourcePage } from '../../../platform/crud/web/ResourcePage.tsx';
import type { RowExtra } from '../../../platform/feature/web/row-extra.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { FirstPasswordDialog, ResetDialog } from './PasswordDialogs.tsx';
import { ResetAuthenticatorDialog } from './ResetAuthenticatorDialog.tsx';
import { RolesDialog } from './RolesDialog.tsx';
import { DisableDialog, EnableDialog } from './StateDialogs.tsx';

const isEnabled = (row: Row) => row['enabled'] === true;

/** /teacher-manage/index: the staff of the organisation, with roles, account state and passwords. */
export function TeacherPage() {
  const { t } = useTranslation();
  const { user } = useCurrentUser();
  const [created, setCreated] = useState<Row>();
  // The own password and authenticator are managed on the account page.
  const isOther = (row: Row) => row['user_id'] !== user.user_id;
  const extras: RowExtra[] = [
    { key: 'roles', label: t('teachers.roles'), act: 'update', linked: true, Dialog: RolesDialog },
    { key: 'reset', label: t('teachers.reset'), act: 'reset-password', appliesTo: isOther, Dialog: ResetDialog },
    {
      key: 'reset-authenticator',
      label: t('teachers.authenticator.act'),
      act: 'reset-password',
      appliesTo: isOther,
      Dialog: ResetAuthenticatorDialog,
    },
    {
      key: 'disable',
      label: t('teachers.disable.act'),
      act: 'update',
      danger: true,
      appliesTo: isEnabled,
      Dialog: DisableDialog,
    },
    {
      key: 'enable',
      label: t('teachers.enable.act'),
      act: 'update',
      appliesTo: (row) => !isEnabled(row),
      Dialog: EnableDialog,
    },
  ];
  return (
    <>
      <ResourcePage name="teacher" rowExtras={extras} onCreated={setCreated} />
      <FirstPasswordDialog row={created} onClose={() => setCreated(undefined)} />
    </>
  );
}

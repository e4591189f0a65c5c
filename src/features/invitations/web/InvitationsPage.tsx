import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../platform/crud/web/acts/ConfirmDialog.tsx';
import { ResourcePage } from '../../../platform/crud/web/ResourcePage.tsx';
import type { RowExtra, RowsDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { revokeInvitation } from '../contract/invitations.ts';
import { InvitationDialog } from './InvitationDialog.tsx';
import { SettingsCard } from './SettingsCard.tsx';
import { invitations } from './texts.zh.ts';
import styles from './invitations.module.css';

provideTexts({ invitations });

function RevokeDialog(props: RowsDialogProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      {...props}
      title={t('invitations.revoke.title')}
      text={t('invitations.revoke.text')}
      verb={(count) => t('invitations.revoke.verb', { count })}
      done={() => t('invitations.revoke.done')}
      danger
      run={([id = '']) => call(revokeInvitation, { params: { id } }, { quiet: true })}
    />
  );
}

/** /student-register/invitation: invitations and who used them; administrators see all, everyone else the own ones. */
export function InvitationsPage() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const maySet = useMay('invitation/settings', 'open');
  const mayCreate = useMay('invitation', 'create');
  const mayReview = useMay('student-application', 'open');
  const acts: RowExtra[] = [
    ...(mayReview
      ? [
          {
            key: 'who',
            label: t('invitations.who'),
            appliesTo: (row: Readonly<Record<string, unknown>>) => Number(row['used']) > 0,
            to: (row: Readonly<Record<string, unknown>>) =>
              `/student-register/application?invitation_id=${String(row['invitation_id'])}`,
          },
        ]
      : []),
    {
      key: 'revoke',
      label: t('invitations.revoke.act'),
      act: 'revoke',
      danger: true,
      appliesTo: (row) => row['state'] === 'open',
      Dialog: RevokeDialog,
    },
  ];
  return (
    <>
      <ResourcePage
        name="invitation"
        rowExtras={acts}
        acts={
          mayCreate && (
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setOpen(true)}>
              {t('invitations.create')}
            </Button>
          )
        }
        above={
          <>
            <p className={styles.about}>{t('invitations.whoMay')}</p>
            {maySet && <SettingsCard />}
          </>
        }
      />
      <InvitationDialog open={open} onClose={() => setOpen(false)} />
    </>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { Alert, Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ReasonDialog } from '../../../../platform/crud/web/ReasonDialog.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { proposeErasure } from '../../contract/erasures.ts';
import type { Organisation } from '../../contract/organisations.ts';
import { ALONE_DAYS } from '../../rules.ts';
import { ErasureList, useErasure } from './ErasureList.tsx';
import styles from '../tenants.module.css';

interface Props {
  open: boolean;
  to: Organisation;
  onClose: () => void;
}

/** Proposes the erasure of an organisation, with what would go. Nothing is erased before it is approved. */
export function EraseDialog({ open, to, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [confirmed, setConfirmed] = useState(false);
  const found = useErasure(to.org_id, open);
  const { data } = found;
  const close = () => {
    setConfirmed(false);
    onClose();
  };
  const isWaiting = data !== undefined && data.open_warnings + data.open_cases > 0;
  return (
    <ReasonDialog
      open={open}
      danger
      possible={data !== undefined && data.hindrances.length === 0}
      title={t('platform.tasks.eraseTitle', { name: to.org_name })}
      about={t('platform.tasks.eraseAbout', { days: ALONE_DAYS })}
      hint={t('platform.tasks.eraseHint')}
      verb={t('platform.tasks.propose')}
      done={t('platform.tasks.proposed')}
      run={async (reason) => {
        const body = { reason, confirm_open_cases: confirmed };
        await call(proposeErasure, { params: { id: to.org_id }, body }, { quiet: true });
        await client.invalidateQueries({ queryKey: ['platform', 'tasks'] });
        await navigate('/platform/tasks');
      }}
      onClose={close}
    >
      {() => (
        <div className={styles.waiting}>
          <ErasureList found={found} />
          {isWaiting && (
            <>
              <Alert
                type="warning"
                showIcon
                role="alert"
                message={t('platform.tasks.openWork', { warnings: data.open_warnings, cases: data.open_cases })}
              />
              <Checkbox checked={confirmed} onChange={(event) => setConfirmed(event.target.checked)}>
                {t('platform.confirmOpenWork')}
              </Checkbox>
            </>
          )}
        </div>
      )}
    </ReasonDialog>
  );
}

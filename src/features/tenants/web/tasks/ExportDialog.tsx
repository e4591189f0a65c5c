import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ReasonDialog } from '../../../../platform/crud/web/ReasonDialog.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import type { Organisation } from '../../contract/organisations.ts';
import { exportOrganisation } from '../../contract/tasks.ts';

interface Props {
  open: boolean;
  to: Organisation;
  onClose: () => void;
}

/** Starts the export of a whole organisation and leads to its task. */
export function ExportDialog({ open, to, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <ReasonDialog
      open={open}
      title={t('platform.tasks.exportTitle', { name: to.org_name })}
      about={t('platform.tasks.exportAbout')}
      hint={t('platform.tasks.exportHint')}
      verb={t('platform.export')}
      done={t('platform.tasks.exportStarted')}
      run={async (reason) => {
        await call(exportOrganisation, { params: { id: to.org_id }, body: { reason } }, { quiet: true });
        await client.invalidateQueries({ queryKey: ['platform', 'tasks'] });
        await navigate('/platform/tasks');
      }}
      onClose={onClose}
    />
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { putRoleAuths, roleFlags } from '../contract.ts';
import { SwitchRow } from './SwitchRow.tsx';
import styles from './security-setting.module.css';

const KEY = ['role-flags'];
interface Change {
  role_id: string;
  flag: string;
  open: boolean;
}

/** Settings of the roles that are limited to classes and grades, where the organisation has such roles. */
export function RoleFlags({ locked }: { locked: boolean }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const { data } = useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(roleFlags, {}, { signal, quiet: true }) });
  const saving = useMutation({
    mutationFn: ({ role_id, flag, open }: Change) =>
      call(putRoleAuths, { params: { role_id }, body: { [flag]: open } }, { quiet: true }),
    onSuccess: () => void message.success(t('notifications.editSuccess')),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
  const save = useOnce((change: Change) => saving.mutateAsync(change));
  return data?.items.map(({ role_id, flags }) => (
    <section key={role_id} className={styles.card} aria-labelledby={`role-${role_id}`}>
      <h2 id={`role-${role_id}`} className={styles.heading}>
        {t('securitySetting.role', { role: labelOf('role', role_id) })}
      </h2>
      {saving.isError && saving.variables.role_id === String(role_id) && (
        <Alert type="error" showIcon role="alert" message={failureOf(saving.error).message} />
      )}
      {Object.entries(flags).map(([flag, open]) => (
        <SwitchRow
          key={flag}
          name={labelOf('role_flag', flag)}
          open={open}
          locked={locked}
          busy={saving.isPending && saving.variables.flag === flag && saving.variables.role_id === String(role_id)}
          onChange={(next) => save({ role_id: String(role_id), flag, open: next })}
        />
      ))}
    </section>
  ));
}

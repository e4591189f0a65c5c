import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { failureOf, isCancelled } from '../../../platform/ui/web/failure.ts';
import { putSecurityConfig, type SecurityConfig } from '../contract.ts';
import styles from './security-setting.module.css';

interface Props {
  config: SecurityConfig;
  locked: boolean;
  queryKey: readonly string[];
}

/** Roles that verify with an authenticator app only. */
export function AuthenticatorRoles({ config, locked, queryKey }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const id = useId();
  const [roles, setRoles] = useState<readonly number[]>(config.authenticator_roles);
  const saving = useMutation({
    mutationFn: (authenticator_roles: number[]): Promise<SecurityConfig> =>
      call(putSecurityConfig, { body: { authenticator_roles } }, { quiet: true }),
    onSuccess: (updated) => {
      client.setQueryData(queryKey, updated);
      void message.success(t('crud.saved'));
    },
  });
  const save = useOnce(() => saving.mutateAsync([...roles]));
  const saved = config.authenticator_roles;
  const isSame = roles.length === saved.length && roles.every((role) => saved.includes(role));
  return (
    <section className={styles.card} aria-labelledby={`${id}h`}>
      <h2 id={`${id}h`} className={styles.heading}>
        {t('securitySetting.authenticator')}
      </h2>
      {saving.isError && !isCancelled(saving.error) && (
        <Alert type="error" showIcon role="alert" message={failureOf(saving.error).message} />
      )}
      <label htmlFor={id} className={styles.name}>
        {t('securitySetting.authenticatorRoles')}
      </label>
      <p id={`${id}about`} className={styles.about}>
        {t('securitySetting.authenticatorAbout')}
      </p>
      <div className={styles.roles}>
        <Select
          id={id}
          mode="multiple"
          allowClear
          value={roles}
          disabled={locked}
          aria-describedby={`${id}about`}
          placeholder={t('securitySetting.authenticatorNone')}
          optionFilterProp="label"
          options={config.staff_roles.map((role) => ({ value: role, label: labelOf('role', role) }))}
          onChange={setRoles}
        />
        <Button disabled={locked || isSame} loading={saving.isPending} onClick={save}>
          {t('crud.save')}
        </Button>
      </div>
    </section>
  );
}

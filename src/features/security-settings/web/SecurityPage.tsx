import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SECURITY_MODULES, pageGroupName } from '../../../platform/access/security.ts';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { loadRights } from '../../../platform/session/web/portal-data.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { permitSecurity, putSecurityConfig, securityConfig, type SecurityConfig } from '../contract.ts';
import { AuthenticatorRoles } from './AuthenticatorRoles.tsx';
import { Retention } from './Retention.tsx';
import { RoleFlags } from './RoleFlags.tsx';
import { SwitchRow } from './SwitchRow.tsx';
import page from '../../../platform/crud/web/page.module.css';
import styles from './security-setting.module.css';

const KEY = ['security-config'];

/** A change of one switch: its name, its request, and the key of the text that warns before it is turned off. */
interface Change {
  key: string;
  name: string;
  open: boolean;
  send: () => Promise<SecurityConfig>;
}

/**
 * /security-setting/index: the protection of student data in this organisation. Turning a switch off asks for
 * confirmation; every change is logged and requires second-step verification.
 */
export function SecurityPage() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const [toConfirm, setToConfirm] = useState<Change>();
  const config = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(securityConfig, {}, { signal, quiet: true }),
  });
  const saving = useMutation({
    mutationFn: ({ send }: Change) => send(),
    onSuccess: (updated, { name, open }) => {
      client.setQueryData(KEY, updated);
      void message.success(t(open ? 'securitySetting.turnedOn' : 'securitySetting.turnedOff', { name }));
      setToConfirm(undefined);
      // Reloads the rights, so that the layout updates the watermark and the protected pages.
      void loadRights().catch(() => undefined);
    },
    onError: () => setToConfirm(undefined),
  });
  const save = useOnce((change: Change) => saving.mutateAsync(change));
  const displayed = useLast(toConfirm);
  const locked = !useMay('security-setting', 'update');

  const toggle = (change: Change) => {
    saving.reset();
    if (change.open) save(change);
    else setToConfirm(change);
  };
  const isSaving = (key: string) => saving.isPending && saving.variables.key === key;
  const data = config.data;
  return (
    <div className={page.page}>
      <PageTitle title={t('page.security.title')} about={t('securitySetting.about')} />
      {config.isPending ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : data === undefined ? (
        <FailedState error={config.error} onRetry={() => void config.refetch()} />
      ) : (
        <div className={styles.column}>
          {saving.isError && <Alert type="error" showIcon role="alert" message={failureOf(saving.error).message} />}
          <section className={styles.card}>
            <SwitchRow
              name={t('securitySetting.permit')}
              about={t('securitySetting.permitAbout')}
              open={data.permit}
              busy={isSaving('permit')}
              locked={locked}
              onChange={(open) =>
                toggle({
                  key: 'permit',
                  name: t('securitySetting.permit'),
                  open,
                  send: () => call(permitSecurity, { query: { permit: open } }, { quiet: true }),
                })
              }
            />
          </section>
          <section className={styles.card} aria-labelledby="security-modules">
            <h2 id="security-modules" className={styles.heading}>
              {t('securitySetting.modules')}
            </h2>
            {SECURITY_MODULES.map((code) => (
              <SwitchRow
                key={code}
                name={labelOf('security_module', code)}
                about={t(`securitySetting.${code}`)}
                open={data.modules.some((each) => each.module_code === code && each.open)}
                busy={isSaving(code)}
                locked={locked || !data.permit}
                onChange={(open) =>
                  toggle({
                    key: code,
                    name: labelOf('security_module', code),
                    open,
                    send: () =>
                      call(putSecurityConfig, { body: { modules: [{ module_code: code, open }] } }, { quiet: true }),
                  })
                }
              />
            ))}
          </section>
          {data.functions.length > 0 && (
            <section className={styles.card} aria-labelledby="security-pages">
              <h2 id="security-pages" className={styles.heading}>
                {t('securitySetting.pages')}
              </h2>
              <p className={styles.text}>{t('securitySetting.pagesAbout')}</p>
              {data.functions.map(({ function_code: code, open: now }) => (
                <SwitchRow
                  key={code}
                  name={pageGroupName(code)}
                  open={now}
                  busy={isSaving(code)}
                  locked={locked || !data.permit}
                  onChange={(open) =>
                    toggle({
                      key: code,
                      name: pageGroupName(code),
                      open,
                      send: () =>
                        call(
                          putSecurityConfig,
                          { body: { functions: [{ function_code: code, open }] } },
                          { quiet: true },
                        ),
                    })
                  }
                />
              ))}
              {data.permit && data.functions.every(({ open }) => !open) && (
                <Alert type="warning" showIcon message={t('securitySetting.noPages')} />
              )}
            </section>
          )}
          <AuthenticatorRoles config={data} locked={locked} queryKey={KEY} />
          <Retention years={data.retention_years} locked={locked} queryKey={KEY} />
          <RoleFlags locked={locked} />
        </div>
      )}
      <Sheet
        open={toConfirm !== undefined}
        small
        width={480}
        title={t('securitySetting.turnOff', { name: displayed?.name ?? '' })}
        onClose={() => setToConfirm(undefined)}
        act={{
          label: t('securitySetting.turnOff', { name: displayed?.name ?? '' }),
          danger: true,
          busy: saving.isPending,
          onClick: () => toConfirm && save(toConfirm),
        }}
      >
        <p>{displayed && t(`securitySetting.lost.${warningKey(displayed.key)}`)}</p>
      </Sheet>
    </div>
  );
}

const WARNING_KEYS = ['permit', ...SECURITY_MODULES] as const;

/** Key of the warning text; all pages share one. */
const warningKey = (key: string): (typeof WARNING_KEYS)[number] | 'page' =>
  WARNING_KEYS.find((each) => each === key) ?? 'page';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SECURITY_MODULES, pageGroupName } from '../../../platform/access/security.ts';
import { failureOf } from '../../../platform/crud/web/failure.ts';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { loadRights } from '../../../platform/session/web/portal-data.ts';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { permitSecurity, putSecurityConfig, securityConfig, type SecurityConfig } from '../contract.ts';
import { Retention } from './Retention.tsx';
import { RoleFlags } from './RoleFlags.tsx';
import { SwitchRow } from './SwitchRow.tsx';
import page from '../../../platform/crud/web/page.module.css';
import styles from './security-setting.module.css';

const KEY = ['security-config'];

/** A switch of the page: what it is called, how it is sent, and what is lost where it is turned off. */
interface Change {
  key: string;
  name: string;
  open: boolean;
  send: () => Promise<SecurityConfig>;
}

/**
 * /security-setting/index: what protects students' data in this organisation. Turning something off is asked about;
 * every change is logged and wants verification.
 */
export function SecurityPage() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const [asked, setAsked] = useState<Change>();
  const config = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(securityConfig, {}, { signal, quiet: true }),
  });
  const work = useMutation({
    mutationFn: ({ send }: Change) => send(),
    onSuccess: (now, { name, open }) => {
      client.setQueryData(KEY, now);
      void message.success(t(open ? 'securitySetting.turnedOn' : 'securitySetting.turnedOff', { name }));
      setAsked(undefined);
      // The layout follows: watermark, protected pages.
      void loadRights().catch(() => undefined);
    },
    onError: () => setAsked(undefined),
  });
  const run = useOnce((change: Change) => work.mutateAsync(change));
  const shown = useLast(asked);
  const locked = !useMay('security-setting', 'update');

  const toggle = (change: Change) => {
    work.reset();
    if (change.open) run(change);
    else setAsked(change);
  };
  const busy = (key: string) => work.isPending && work.variables.key === key;
  const data = config.data;
  return (
    <div className={page.page}>
      <PageTitle title={t('pages.titles.security')} about={t('securitySetting.about')} />
      {config.isPending ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : data === undefined ? (
        <FailedState error={config.error} onRetry={() => void config.refetch()} />
      ) : (
        <div className={styles.column}>
          {work.isError && <Alert type="error" showIcon role="alert" message={failureOf(work.error).message} />}
          <section className={styles.card}>
            <SwitchRow
              name={t('securitySetting.permit')}
              about={t('securitySetting.permitAbout')}
              open={data.permit}
              busy={busy('permit')}
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
                open={data.modules.some((one) => one.module_code === code && one.open)}
                busy={busy(code)}
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
                  busy={busy(code)}
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
          <Retention years={data.retention_years} locked={locked} queryKey={KEY} />
          <RoleFlags locked={locked} />
        </div>
      )}
      <Sheet
        open={asked !== undefined}
        small
        width={480}
        title={t('securitySetting.turnOff', { name: shown?.name ?? '' })}
        onClose={() => setAsked(undefined)}
        act={{
          label: t('securitySetting.turnOff', { name: shown?.name ?? '' }),
          danger: true,
          busy: work.isPending,
          onClick: () => asked && run(asked),
        }}
      >
        <p>{shown && t(`securitySetting.lost.${lossOf(shown.key)}`)}</p>
      </Sheet>
    </div>
  );
}

const LOSSES = ['permit', ...SECURITY_MODULES] as const;

/** What is lost, by the key of its text; all pages lose the same. */
const lossOf = (key: string): (typeof LOSSES)[number] | 'page' => LOSSES.find((one) => one === key) ?? 'page';

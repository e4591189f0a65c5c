import { useMutation } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import type { IndexConfig } from '../../../platform/session/contract.ts';
import { loadOwnSite } from '../../../platform/session/web/site.ts';
import { createIndexConfig, putIndexConfig, putSite, type SiteChange } from '../contract.ts';

export interface Values {
  site_name: string;
  company_slogan: string;
  is_custom: boolean;
  host: string;
  logo: string;
  primary_color: string;
  welcome: string;
}

export const valuesOf = ({ site, welcome }: IndexConfig): Values => ({
  site_name: site.site_name,
  company_slogan: site.company_slogan,
  is_custom: site.is_custom,
  host: site.host,
  logo: site.logo ?? '',
  primary_color: site.primary_color ?? '',
  welcome,
});

/** Saves the changed values only; the portal around the page updates at once. */
export function useSave(config: IndexConfig, onSaved: () => void) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const saved = valuesOf(config);
  const saving = useMutation({
    mutationFn: async ({ welcome, ...site }: Values) => {
      const changed = Object.fromEntries(
        Object.entries(site).filter(([name, value]) => value !== saved[name as keyof Values]),
      ) as SiteChange;
      if (Object.keys(changed).length > 0)
        await call(putSite, { params: { org_id: config.org_id }, body: changed }, { quiet: true });
      if (welcome !== saved.welcome)
        await call(
          config.updated_at === undefined ? createIndexConfig : putIndexConfig,
          { body: { welcome } },
          { quiet: true },
        );
    },
    onSuccess: () => {
      void message.success(t('siteSetting.saved'));
      onSaved();
      void loadOwnSite();
    },
  });
  return { save: useOnce(saving.mutateAsync), busy: saving.isPending, error: saving.error };
}

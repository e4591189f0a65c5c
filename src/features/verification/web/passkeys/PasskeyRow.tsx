import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountRowsProps } from '../../../../platform/feature/web/feature.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { lazyPage } from '../../../../platform/ui/web/lazy-page.ts';
import { passkeys } from '../../passkey-contract.ts';
import { passkey } from '../texts.zh.ts';
import { PASSKEYS } from './key.ts';
import { canUsePasskeys } from './support.ts';

provideTexts({ passkey });

const PasskeysDialog = lazyPage(async () => (await import('./PasskeysDialog.tsx')).PasskeysDialog);

/** The passkeys of the account. No row where none can be used and none was added elsewhere. */
export function PasskeyRow({ Row }: AccountRowsProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [mounted, setMounted] = useState(false);
  const { data } = useQuery({
    queryKey: PASSKEYS,
    queryFn: ({ signal }) => call(passkeys, {}, { signal, quiet: true }),
  });
  if (!data || (data.total === 0 && !canUsePasskeys())) return null;
  return (
    <>
      <Row
        name={t('passkey.name')}
        about={data.total === 0 ? t('passkey.about') : t('passkey.count', { count: data.total })}
        act={
          <Button
            onClick={() => {
              setMounted(true);
              setOpen(true);
            }}
          >
            {t('passkey.manage')}
          </Button>
        }
      />
      <Suspense>{mounted && <PasskeysDialog open={open} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

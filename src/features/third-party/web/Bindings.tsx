import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import type { AccountRowsProps } from '../../../platform/feature/web/feature.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { failureOf, isCancelled } from '../../../platform/ui/web/failure.ts';
import { thirdParties, unbindThird } from '../contract.ts';
import { wayTo } from './app-version.ts';
import { third } from './texts.zh.ts';
import { addressOf, browser } from './trip.ts';

provideTexts({ third });

const KEY = ['third-parties'];
type Bindable = 'wechat' | 'qq' | 'wwork';

/** What is bound to the account, and what could be. Both acts need a second proof. */
export function Bindings({ Row }: AccountRowsProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const [toUnbind, setToUnbind] = useState<Bindable>();
  const shown = useLast(toUnbind);
  const { data, error } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(thirdParties, { query: {} }, { signal, quiet: true }),
  });
  const nameOf = (provider: Bindable) => t(`third.names.${provider}`);
  const going = useMutation({
    mutationFn: async (plat_source: Bindable) =>
      browser.goTo(await addressOf('bind', { plat_source, way: wayTo(plat_source, navigator.userAgent) })),
  });
  const unbinding = useMutation({
    mutationFn: (plat_source: Bindable) => call(unbindThird, { body: { plat_source } }, { quiet: true }),
    onSuccess: (_, provider) => {
      void message.success(t('third.unbindDone', { name: nameOf(provider) }));
      setToUnbind(undefined);
    },
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
  const bind = useOnce((provider: Bindable) => going.mutateAsync(provider));
  const unbind = useOnce((provider: Bindable) => unbinding.mutateAsync(provider));

  if (error !== null && data === undefined) return <Row name={t('third.noneOffered')} about={t('third.loadFailed')} />;
  if (data === undefined) return null;
  const all: Bindable[] = [...new Set([...data.platforms, ...data.items.map(({ plat_source }) => plat_source)])];
  if (all.length === 0) return <Row name={t('third.noneOffered')} about={t('third.noneOfferedAbout')} />;
  const failed = [going.error, unbinding.error].find((each) => each !== null && !isCancelled(each));
  return (
    <>
      {all.map((provider) => {
        const held = data.items.find(({ plat_source }) => plat_source === provider);
        const name = nameOf(provider);
        const about = held
          ? t(held.display_name === '' ? 'third.boundNameless' : 'third.bound', {
              who: held.display_name,
              at: dateText(held.bound_at),
            })
          : t('third.unbound', { name });
        return (
          <Row
            key={provider}
            name={t('third.row', { name })}
            about={about}
            act={
              <Button
                aria-label={`${t(held ? 'third.unbind' : 'third.bind')}${name}`}
                loading={going.isPending && going.variables === provider}
                onClick={() => {
                  unbinding.reset();
                  if (held) setToUnbind(provider);
                  else bind(provider);
                }}
              >
                {t(held ? 'third.unbind' : 'third.bind')}
              </Button>
            }
          />
        );
      })}
      {failed && toUnbind === undefined && (
        <li>
          <Alert type="error" showIcon role="alert" message={failureOf(failed).message} />
        </li>
      )}
      <Sheet
        open={toUnbind !== undefined}
        small
        width={420}
        title={shown ? t('third.unbindTitle', { name: nameOf(shown) }) : ''}
        onClose={() => setToUnbind(undefined)}
        act={{
          label: t('third.unbind'),
          danger: true,
          busy: unbinding.isPending,
          onClick: () => toUnbind && unbind(toUnbind),
        }}
      >
        {failed && <Alert type="error" showIcon role="alert" message={failureOf(failed).message} />}
        <p>{shown && t('third.unbindText', { name: nameOf(shown) })}</p>
      </Sheet>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStable } from '../../../ui/web/use-stable.ts';
import { viewsQuery } from '../views/views-query.ts';
import type { ListAddress } from './use-list-address.ts';
import type { ViewSetting } from './use-view.ts';

/**
 * Applies the saved view that the address of a list names, else the one that the person opens the list with. The
 * content of the view takes its place in the address, so that Back and reload show the same rows.
 *
 * @returns Whether the list waits for the view
 */
export function useSavedView(resource: string, address: ListAddress, setting: ViewSetting): boolean {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { savedView, isPlain } = address;
  // Applies only when the list is opened: after its filters are cleared, it shows all rows.
  const [isFresh, setFresh] = useState(isPlain);
  const first = setting.ready && isFresh && isPlain ? setting.view.opens_with : undefined;
  const id = savedView ?? first;
  const { data, error } = useQuery({ ...viewsQuery(resource), enabled: id !== undefined });

  const apply = useStable(() => {
    setFresh(false);
    const view = data?.find(({ view_id }) => view_id === id);
    if (view) setting.change({ order: view.order, hidden: view.hidden });
    else if (savedView !== undefined) void message.info(t('crud.views.gone'));
    if (view || savedView !== undefined) address.show(view, { replace: true });
  });
  const isSettled = data !== undefined || error !== null;
  useEffect(() => {
    if (setting.ready && id !== undefined && isSettled) apply();
  }, [setting.ready, id, isSettled, apply]);
  return savedView !== undefined || (id !== undefined && !isSettled);
}

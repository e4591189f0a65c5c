import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { PageEntry } from '../../feature/web/page.ts';
import { iconOf } from '../../refine/web/icons.tsx';
import { isOwn, OWN_PAGE } from '../../schema/own-resource.ts';
import { usePortal } from '../../session/web/portal-context.ts';

/** The page of a resource that only this tenant has; its schema defines everything. */
export interface OwnPage {
  name: string;
  title: string;
  help: string;
  icon: ReactNode;
  path: string;
}

export const ownPageOf = (name: string): string => `${OWN_PAGE}/${name}`;

/** The pages that the role may open: the server sends only those schemas. */
export function useOwnPages(): readonly OwnPage[] {
  const { schemas } = usePortal();
  return useMemo(
    () =>
      [...schemas.values()].filter(isOwn).map(({ $id: name, title, 'x-resource': { help, icon } }) => ({
        name,
        title,
        help,
        icon: iconOf(icon),
        path: ownPageOf(name),
      })),
    [schemas],
  );
}

/** Title of the current page. */
export function usePageTitle({ key }: Pick<PageEntry, 'key'>): string {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const own = useOwnPages().find(({ path }) => path === pathname);
  return key === 'own' && own ? own.title : t(`page.${key}.title`);
}

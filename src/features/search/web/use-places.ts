import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isProtected } from '../../../platform/access/secondary.ts';
import { entityName } from '../../../platform/crud/web/entity-name.ts';
import { filteredList } from '../../../platform/crud/web/list/use-list-address.ts';
import { useMayOpen } from '../../../platform/pages/web/may-open.ts';
import { ownPageOf, useOwnPages } from '../../../platform/pages/web/own-pages.ts';
import { allPages, recordPage } from '../../../platform/pages/web/pages.ts';
import type { AreaAct } from '../../../platform/refine/web/access-control.ts';
import { useMayAll, useRoleFacts } from '../../../platform/refine/web/use-may.ts';
import { isOwn } from '../../../platform/schema/own-resource.ts';
import type { EntitySchema } from '../../../platform/schema/types.ts';
import { usePortal } from '../../../platform/session/web/portal-context.ts';
import { isVerified, verification } from '../../../platform/session/web/secondary.ts';
import { useStore } from '../../../platform/state/web/store.ts';
import type { Hit } from './recent.ts';

/** The page with the list of a schema; undefined where no page shows it. */
export const listPage = (schema: EntitySchema): string | undefined =>
  isOwn(schema) ? ownPageOf(schema.$id) : recordPage(schema['x-resource'].area);

/** Pages that the role may open, without those that need a row. */
export function usePages(): readonly Hit[] {
  const { t } = useTranslation();
  const mayOpen = useMayOpen();
  const own = useOwnPages();
  return useMemo(() => {
    // Others are about one row.
    const built = allPages().filter((page) => page.load && (page.group || page.tab) && mayOpen(page));
    const parents = new Set(built.flatMap(({ tab, parent }) => (tab && parent !== undefined ? [parent] : [])));
    return [
      ...built
        .filter(({ key }) => !parents.has(key))
        .map(({ key, path }) => ({
          key: `page ${key}`,
          title: t(`page.${key}.title`),
          about: t(`page.${key}.about`),
          to: { pathname: path },
        })),
      ...own.map(({ name, title, help, path }) => ({
        key: `own ${name}`,
        title,
        about: help,
        to: { pathname: path },
      })),
    ];
  }, [t, mayOpen, own]);
}

/** Dialogs for new rows that the role may open. */
export function useCreations(): readonly Hit[] {
  const { t } = useTranslation();
  const { schemas } = usePortal();
  const creatable = useMemo(
    () => [...schemas.values()].filter(({ 'x-resource': { acts } }) => acts.includes('create')),
    [schemas],
  );
  const questions = useMemo(
    () => creatable.map(({ 'x-resource': { area } }): AreaAct => [area, 'create']),
    [creatable],
  );
  const may = useMayAll(questions);
  return useMemo(
    () =>
      creatable.flatMap((schema): Hit[] => {
        const pathname = listPage(schema);
        if (pathname === undefined || !may(schema['x-resource'].area, 'create')) return [];
        const title = t('crud.create', { title: entityName(t, schema.title, 1) });
        return [{ key: `create ${schema.$id}`, title, to: { pathname, search: '?create=1' } }];
      }),
    [creatable, may, t],
  );
}

/** Whether the rows have a name of their own, and not that of a student whom they are about. */
function isNamed(schema: EntitySchema): boolean {
  const name = schema.properties[schema['x-resource'].label];
  return name?.['x-filter']?.match === 'contains' && name['x-form'] !== undefined && name['x-of'] === undefined;
}

/** The list of a schema with this name in its query bar. */
export const listHit = (schema: EntitySchema, title: string, name: string): Hit => ({
  key: `list ${schema.$id}`,
  title,
  to: filteredList(schema, listPage(schema) ?? '/index', schema['x-resource'].label, name),
});

/** Long lists are searched most. */
const isLong = ({ properties, 'x-resource': { label } }: EntitySchema): boolean =>
  properties[label]?.['x-filter']?.index === 'grams';

/**
 * Lists whose rows are found by their name. `locked` ones need a second proof first, for which typing must not ask; the
 * lists themselves do.
 */
export function useNamedLists(): { open: readonly EntitySchema[]; locked: readonly EntitySchema[] } {
  const { schemas } = usePortal();
  const { protected: areas } = useRoleFacts();
  useStore(verification);
  const isLocked = ({ 'x-resource': { area } }: EntitySchema) => isProtected(areas, area) && !isVerified();
  const named = useMemo(() => {
    const order = allPages().map(({ path }) => path);
    return [...schemas.values()]
      .filter((schema) => isNamed(schema) && listPage(schema) !== undefined)
      .toSorted(
        (a, b) =>
          Number(isLong(b)) - Number(isLong(a)) || order.indexOf(listPage(a) ?? '') - order.indexOf(listPage(b) ?? ''),
      );
  }, [schemas]);
  return { open: named.filter((schema) => !isLocked(schema)), locked: named.filter(isLocked) };
}

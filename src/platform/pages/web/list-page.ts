import { isOwn, OWN_PAGE } from '../../schema/own-resource.ts';
import { usePortal } from '../../session/web/portal-context.ts';
import { useMayOpen } from './may-open.ts';
import { allPages } from './pages.ts';

/** Path of the page that is the list of a resource; undefined where there is none or the role may not open it. */
export function useListPage(): (resource: string) => string | undefined {
  const { schemas } = usePortal();
  const mayOpen = useMayOpen();
  return (resource) => {
    const schema = schemas.get(resource);
    if (schema === undefined) return undefined;
    if (isOwn(schema)) return `${OWN_PAGE}/${resource}`;
    return allPages().find((page) => page.lists === resource && page.load && mayOpen(page))?.path;
  };
}

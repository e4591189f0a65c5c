import { isOwn } from '../../schema/own-resource.ts';
import { usePortal } from '../../session/web/portal-context.ts';
import { useMayOpen } from './may-open.ts';
import { ownPageOf } from './own-pages.ts';
import { listOn } from './pages.ts';

/** Path of the page that opens with the list of a resource; undefined where the role may open none. */
export function useListPage(): (resource: string) => string | undefined {
  const { schemas } = usePortal();
  const mayOpen = useMayOpen();
  return (resource) => {
    const schema = schemas.get(resource);
    if (schema === undefined) return undefined;
    if (isOwn(schema)) return ownPageOf(schema.$id);
    const found = listOn(resource);
    return found?.query === '' && mayOpen(found.page) ? found.page.path : undefined;
  };
}

import { useEffect } from 'react';
import { useSite } from '../../session/web/site.ts';

/** Sets the window title to page and site, never to a name of a person (`look.md`, privacy on screen). */
export function useTitle(page: string): void {
  const { site_name } = useSite();
  useEffect(() => {
    document.title = page === '' ? site_name : `${page} - ${site_name}`;
  }, [page, site_name]);
}

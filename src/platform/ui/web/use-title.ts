import { useEffect } from 'react';
import { useSite } from '../../session/web/site.ts';

/** Names the window after the page and the site; never after a person (`look.md`, privacy on screen). */
export function useTitle(page: string): void {
  const { site_name } = useSite();
  useEffect(() => {
    document.title = page === '' ? site_name : `${page} - ${site_name}`;
  }, [page, site_name]);
}

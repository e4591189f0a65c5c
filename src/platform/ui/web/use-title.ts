import { useEffect } from 'react';
import { userState } from '../../session/web/current-user.ts';
import { useSite } from '../../session/web/site.ts';
import { useStore } from '../../state/web/store.ts';

/**
 * Sets the window title to the page and the user's organisation, before sign-in the site; never to a name of a person
 * (`look.md`, privacy on screen).
 */
export function useTitle(page: string): void {
  const { site_name } = useSite();
  const user = useStore(userState);
  const place = user.status === 'chosen' ? user.current.org.org_name : site_name;
  useEffect(() => {
    document.title = page === '' ? place : `${page} - ${place}`;
  }, [page, place]);
}

import type { PageEntry } from '../../feature/web/page.ts';
import { fromFeatures } from '../../feature/web/registry.ts';
import type { AreaAct } from '../../refine/web/access-control.ts';
import { useMayAll } from '../../refine/web/use-may.ts';
import { isOwnSide, useCurrentUser } from '../../session/web/current-user.ts';

const questions = fromFeatures((features): readonly AreaAct[] =>
  features.flatMap(({ pages = [] }) =>
    pages.flatMap(({ area }): AreaAct[] => (area === undefined ? [] : [[area, 'open']])),
  ),
);

/**
 * Whether the current role may open a page; pages without an area are open to every signed-in user, and `own` pages to
 * students and guardians.
 */
export function useMayOpen(): (page: PageEntry) => boolean {
  const may = useMayAll(questions());
  const onOwnSide = isOwnSide(useCurrentUser());
  return ({ area, own = false }) => area === undefined || (own && onOwnSide) || may(area, 'open');
}

import type { PageEntry } from '../../feature/web/page.ts';
import { fromFeatures } from '../../feature/web/registry.ts';
import type { AreaAct } from '../../refine/web/access-control.ts';
import { useMayAll } from '../../refine/web/use-may.ts';

const questions = fromFeatures((features): readonly AreaAct[] =>
  features.flatMap(({ pages = [] }) =>
    pages.flatMap(({ area }): AreaAct[] => (area === undefined ? [] : [[area, 'open']])),
  ),
);

/** Whether the current role may open a page; pages without an area are open to every signed-in user. */
export function useMayOpen(): (page: PageEntry) => boolean {
  const may = useMayAll(questions());
  return ({ area }) => area === undefined || may(area, 'open');
}

import type { PageEntry } from '../../feature/web/page.ts';
import { fromFeatures } from '../../feature/web/registry.ts';
import type { Question } from '../../refine/web/access-control.ts';
import { useMayAll } from '../../refine/web/use-may.ts';

const questions = fromFeatures((features): readonly Question[] =>
  features.flatMap(({ pages = [] }) =>
    pages.flatMap(({ area }): Question[] => (area === undefined ? [] : [[area, 'open']])),
  ),
);

/** Whether the current role may open a page: those without an area are open to every user who is signed in. */
export function useMayOpen(): (page: PageEntry) => boolean {
  const may = useMayAll(questions());
  return ({ area }) => area === undefined || may(area, 'open');
}

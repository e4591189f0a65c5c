import { useSearchParams } from 'react-router';
import { VIEW_PARAM } from '../../../schema/query.ts';
import type { EntitySchema } from '../../../schema/types.ts';
import type { ResourceView } from '../../../schema/views.ts';

/** Parameter of the address for the day that a calendar shows. */
export const DAY_PARAM = 'view-on';

const NONE: readonly ResourceView[] = [];

/** The view that the address names; undefined for the table. */
export function useShownAs({ 'x-resource': { views = NONE } }: EntitySchema): {
  views: readonly ResourceView[];
  view: ResourceView | undefined;
} {
  const [search] = useSearchParams();
  const key = search.get(VIEW_PARAM);
  return { views, view: views.find((one) => one.key === key) };
}

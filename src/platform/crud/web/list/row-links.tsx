import { useCallback, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { RowLink as Declared } from '../../../feature/web/feature.ts';
import { fromFeatures } from '../../../feature/web/registry.ts';
import { useMayAll } from '../../../refine/web/use-may.ts';
import type { Row } from '../../../resources/contract/resource.ts';

/** The pages that features open from values, with the questions whether the role may open them. */
const declared = fromFeatures((features) => {
  const links = new Map<string, Declared>(features.flatMap(({ rowLinks = {} }) => Object.entries(rowLinks)));
  return { links, questions: [...links.values()].map(({ area }) => [area, 'open'] as const) };
});

/** Returns the address that a value of a row opens; undefined where there is none or the role may not open it. */
export function useRowLinks(): (field: string, row: Row) => string | undefined {
  const { links, questions } = declared();
  const may = useMayAll(questions);
  return useCallback(
    (field, row) => {
      const link = links.get(field);
      return link && may(link.area, 'open') ? link.to(row) : undefined;
    },
    [links, may],
  );
}

/** A value, as a link where it opens a page. */
export const RowLink = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to === undefined ? children : <Link to={to}>{children}</Link>;

import { useMemo } from 'react';
import { IDENTITY } from '../../../platform/identity/identity.ts';
import type { AreaAct } from '../../../platform/refine/web/access-control.ts';
import { useMayAll } from '../../../platform/refine/web/use-may.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { articles } from './articles.ts';
import type { Article } from './front-matter.ts';

const questions: readonly AreaAct[] = [...new Set(articles.flatMap(({ areas }) => areas))].map((area) => [
  area,
  'open',
]);

/** The articles that concern the identity and the rights of the reader. */
export function useArticles(): readonly Article[] {
  const { identity } = useCurrentUser();
  const may = useMayAll(questions);
  return useMemo(
    () =>
      articles.filter(
        ({ identities, areas }) =>
          identities.some((name) => IDENTITY[name] === identity) &&
          (areas.length === 0 || areas.some((area) => may(area, 'open'))),
      ),
    [identity, may],
  );
}

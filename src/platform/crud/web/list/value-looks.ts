import { fromFeatures } from '../../../feature/web/registry.ts';
import { lazyPage } from '../../../ui/web/lazy-page.ts';

/** Components that features register for values, by `x-enum` or `x-kind`. */
export const valueLooks = fromFeatures(
  (features) =>
    new Map(
      features
        .flatMap(({ values = {} }) => Object.entries(values))
        .map(([codes, load]) => [codes, lazyPage(load)] as const),
    ),
);

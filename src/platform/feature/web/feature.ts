import type { PageEntry } from '../../pages/web/page.ts';

/** What a feature brings to the browser; `src/app/web/features.ts` lists them all. */
export interface WebFeature {
  /** Name of the feature's folder. */
  name: string;
  pages?: readonly PageEntry[];
}

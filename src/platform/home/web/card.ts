import type { Load } from '../../feature/web/feature.ts';
import type { HomeCardKey } from '../../session/home-cards.ts';
import type { HomeContent } from '../contract.ts';

/** Props of the content of a card. */
export interface HomeCardProps {
  content: HomeContent;
  /** Reads the card again, after a second proof for example. */
  onRefresh: () => void;
}

declare module '../../feature/web/feature.ts' {
  interface WebFeature {
    /** Contents of the cards that the feature has on the home page of staff; the server says who sees them. */
    homeCards?: Readonly<Partial<Record<HomeCardKey, Load<HomeCardProps>>>>;
  }
}

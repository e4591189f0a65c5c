import type { Texts } from '../../i18n/web/texts.ts';

/** A step of the tour through the home page. */
export interface TourStep {
  /** Key of its title and text. */
  key: keyof Texts['tour'];
  /**
   * A selector of what it explains, the first element of it that is on the screen. Without one the step is left out, so
   * the tour follows the rights of the role.
   */
  at: string;
  /** Position in the tour, ascending. */
  order: number;
}

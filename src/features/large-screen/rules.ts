/** Hours for which a link may open the screen. */
export const LINK_HOURS = { least: 1, most: 720 } as const;
/** Links of one organisation that are in use. */
export const LINKS_MAX = 20;
/** Longest name of a link. */
export const LINK_NAME_MAX = 40;
/** Days for which an ended link stays in the list. */
export const ENDED_DAYS = 30;

/** A link shows the numbers of one moment for this long, so that no change can be matched with what happens in a hall. */
export const HELD_MS = 15 * 60_000;

/** Path of the page that a link opens; the key is behind the `#`, which browsers send to no server. */
export const SCREEN_PAGE = '/screen';

/** Share of `of`, in whole percent; undefined where a number is suppressed. */
export const shareOf = (n: number | undefined, of: number | undefined): number | undefined =>
  of === undefined || of === 0 ? undefined : Math.min(100, Math.round(((n ?? 0) / of) * 100));

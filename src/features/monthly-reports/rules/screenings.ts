import { publishedCount } from '../../../platform/statistics/disclosure.ts';
import type { GroupReport } from '../../group-reports/public.ts';
import type { MonthlyScreening } from '../contract.ts';

const count = (name: string, value: number | undefined) => (value === undefined ? {} : { [name]: value });

/**
 * A screening in the month, from its report as the reader sees it: participation, and the bands of the first dimension
 * of each scale.
 */
export function screeningOf(id: string, report: GroupReport, smallest: number | undefined): MonthlyScreening {
  const show = (n: number | undefined) => (n === undefined || smallest === undefined ? n : publishedCount(n, smallest));
  const { title, starts_at, ends_at, participation, shown_at_end, scales } = report;
  return {
    id,
    title,
    ...(starts_at !== undefined && { starts_at }),
    ...(ends_at !== undefined && { ends_at }),
    ...count('asked', show(participation.asked)),
    ...count('submitted', show(participation.submitted)),
    ...(shown_at_end && { shown_at_end }),
    scales: scales.flatMap(({ scale_id, title: scale, dimensions: [dimension] }) => {
      const all = dimension?.groups.find(({ by }) => by === 'all');
      if (!dimension || !all) return [];
      const numbers = new Map(all.bands.map(({ band_id, n }) => [band_id, n]));
      return [
        {
          scale_id,
          title: scale,
          dimension: dimension.title,
          ...count('valid', show(all.n)),
          bands: dimension.bands.map((band) => ({
            band_id: band.band_id,
            title: band.title,
            ...count('n', show(numbers.get(band.band_id))),
          })),
        },
      ];
    }),
  };
}

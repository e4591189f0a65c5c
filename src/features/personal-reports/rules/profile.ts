import type { Figure } from '../../../platform/charts/figure.ts';
import { profileFigure } from '../../../platform/charts/profile.ts';
import type { ScaleReport } from '../contract.ts';

/** The texts of the chart in the reader's language. */
export interface ProfileTexts {
  title: string;
  dimension: string;
  score: string;
  norm: string;
  noNorm: string;
  noScore: string;
}

/** The scores of a scale on their bands. Undefined where the reader sees no scores, or the pack has no bands. */
export function profileOf({ dimensions }: ScaleReport, texts: ProfileTexts): Figure | undefined {
  const rows = dimensions.flatMap(({ dimension_id: key, title, score, band_title, bands = [], norm_mean }) =>
    score === undefined || bands.length === 0
      ? []
      : [
          {
            key,
            label: title,
            score: score ?? undefined,
            text: score === null ? texts.noScore : `${score}${band_title === undefined ? '' : `（${band_title}）`}`,
            bands: bands.map((band) => ({ ...band, label: band.title })),
            norm: norm_mean,
          },
        ],
  );
  if (rows.length === 0) return undefined;
  return profileFigure({
    title: texts.title,
    head: [texts.dimension, texts.score, texts.norm],
    rows,
    noNormText: texts.noNorm,
  });
}

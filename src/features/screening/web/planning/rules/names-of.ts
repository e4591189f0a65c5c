import type { Rule } from '../../../contract/rules.ts';
import type { Packs } from '../use-packs.ts';

export type Condition = Rule['conditions'][number];

/** The names of a condition; an id stands for what the scale does not name. */
export function namesOf({ scale_id, dimension_id, band_ids }: Condition, packs: Packs) {
  const pack = packs.get(scale_id);
  const dimension = pack?.dimensions.find((each) => each.dimension_id === dimension_id);
  return {
    scale: pack?.title ?? scale_id,
    dimension: dimension?.title ?? dimension_id,
    bands: band_ids.map(
      (id) => dimension?.bands.find(({ band_id }) => band_id === id)?.title ?? pack?.band_titles?.[id] ?? id,
    ),
  };
}

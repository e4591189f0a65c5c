import type { Pack } from './scales/pack.ts';

/** One condition of an alert rule: the dimension's result is in one of these bands. */
export interface AlertCondition {
  scale_id: string;
  dimension_id: string;
  band_ids: readonly string[];
}

/** Which results raise a warning, and how urgent it is; all conditions must hold. */
export interface AlertRule {
  rule_id: string;
  title: string;
  conditions: readonly AlertCondition[];
  /** Crisis level that is suggested, 1 most urgent. */
  level: number;
}

/** The part of a result that rules look at. */
export interface BandedResult {
  scale_id: string;
  valid: boolean;
  dimensions: readonly { dimension_id: string; band_id: string | null }[];
}

const meets = ({ scale_id, dimension_id, band_ids }: AlertCondition, results: readonly BandedResult[]): boolean => {
  const result = results.find((each) => each.scale_id === scale_id);
  const band = result?.dimensions.find((each) => each.dimension_id === dimension_id)?.band_id;
  return result?.valid === true && typeof band === 'string' && band_ids.includes(band);
};

/** The rules whose conditions all hold, the most urgent first. A sheet that a rule of its pack voids meets none. */
export const rulesMet = <R extends AlertRule>(rules: readonly R[], results: readonly BandedResult[]): R[] =>
  rules
    .filter(({ conditions }) => conditions.length > 0 && conditions.every((condition) => meets(condition, results)))
    .sort((a, b) => a.level - b.level);

const LEVEL_OF_TONE: Readonly<Record<string, number>> = { red: 2, yellow: 3 };

/**
 * The rules that a pack suggests: one for each tone of its bands that calls for attention. They are inactive until a
 * school switches them on.
 */
export const suggestedRules = (packs: readonly Pack[]): AlertRule[] =>
  packs.flatMap((pack) => {
    const [dimension] = pack.kind === 'scale' ? pack.dimensions : [];
    if (pack.kind !== 'scale' || !dimension) return [];
    return Object.entries(LEVEL_OF_TONE).flatMap(([tone, level]): AlertRule[] => {
      const bands = Object.entries(pack.bands).filter(([, band]) => band.tone === tone);
      if (bands.length === 0) return [];
      const titles = bands.map(([, { title }]) => title).join('、');
      return [
        {
          rule_id: `default-${pack.id}-${tone}`,
          title: `${pack.title}：${titles}`,
          conditions: [{ scale_id: pack.id, dimension_id: dimension.id, band_ids: bands.map(([band_id]) => band_id) }],
          level,
        },
      ];
    });
  });

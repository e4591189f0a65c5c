import type { Band, Group, NormDimension, NormSet, Option } from './pack-parts.ts';
import type { Dimension, ScaleItem, ScalePack, Topic, TotalsPack } from './pack-schema.ts';
import type { Questionnaire } from './questionnaire-schema.ts';

/** A scale, a slot for totals that were computed elsewhere, or a school's own questionnaire; told apart by `kind`. */
export type Pack = ScalePack | TotalsPack | Questionnaire;

/** A caller's mistake about a pack: an unknown norm set, item or value. Bad answers are refused by `checkAnswer` before. */
export class ScaleError extends Error {
  override name = 'ScaleError';
}

/** What norms depend on. Codes are those of `enums.json`. */
export interface Person {
  /** Completed years. */
  age?: number | undefined;
  sex?: number | undefined;
  /** `class_period`. */
  stage?: number | undefined;
  grade?: number | undefined;
}

export const itemCount = (pack: Pack): number => (pack.kind === 'totals' ? 0 : pack.items.length);

/** The options of an item, from low to high raw points. */
export const optionsOf = (pack: ScalePack, item: ScaleItem): readonly Option[] => item.options ?? pack.options ?? [];

/** The sensitive topics of a pack's items. */
export const topicsOf = (pack: Pack): ReadonlySet<Topic> =>
  new Set(pack.kind === 'scale' ? pack.items.flatMap(({ topic }) => topic ?? []) : []);

/**
 * A norm set by its id; the pack's first one where none is named.
 *
 * @throws ScaleError where the pack has no such norm set
 */
export function normSetOf(pack: ScalePack | TotalsPack, id?: string): NormSet {
  const found = id === undefined ? pack.normSets[0] : pack.normSets.find((set) => set.id === id);
  if (!found) throw new ScaleError(`${pack.id} ${pack.version} has no norm set ${id ?? ''}`);
  return found;
}

const within = (codes: readonly number[] | undefined, code: number | undefined): boolean =>
  codes === undefined || (code !== undefined && codes.includes(code));

/** Whether a person belongs to a group. What the group asks for and is unknown of the person does not fit. */
export function fits({ ages, sexes, stages, grades }: Group, { age, sex, stage, grade }: Person): boolean {
  const ofAge = !ages || (age !== undefined && age >= (ages.from ?? 0) && age <= (ages.to ?? Infinity));
  return ofAge && within(sexes, sex) && within(stages, stage) && within(grades, grade);
}

/** The norm sets that fit a person, in the pack's order. A set for everybody fits too. */
export const fittingNormSets = (pack: ScalePack | TotalsPack, person: Person): readonly NormSet[] =>
  pack.normSets.filter((set) => set.for === undefined || fits(set.for, person));

/** Whether a pack is for people of an age, in completed years. */
export const isForAge = ({ ages }: ScalePack | TotalsPack, age: number): boolean =>
  age >= ages.from && age <= (ages.to ?? Infinity);

/** A band of a dimension under a norm set, with its range; both ends are included. */
export interface BandOfDimension extends Band {
  band_id: string;
  from: number;
  to: number;
}

/**
 * The bands of a dimension, from low to high scores; empty where the norm set has none for it.
 *
 * @throws ScaleError where the pack has no such norm set
 */
export function bandsOf(pack: ScalePack | TotalsPack, dimensionId: string, normSet?: string): BandOfDimension[] {
  const ranges = normsOf(normSetOf(pack, normSet), dimensionId)?.bands ?? [];
  return ranges.map(({ band, from, to }) => {
    const words = Object.hasOwn(pack.bands, band) ? pack.bands[band] : undefined;
    if (!words) throw new ScaleError(`${pack.id} ${pack.version} has no band ${band}`);
    return { band_id: band, ...words, from, to };
  });
}

/** What a norm set says about a dimension. */
export const normsOf = (set: NormSet, dimensionId: string): NormDimension | undefined =>
  Object.hasOwn(set.dimensions, dimensionId) ? set.dimensions[dimensionId] : undefined;

/** Removes the noise of floating-point arithmetic, so that a score meets the boundary that it equals. */
export const tidy = (value: number): number => Math.round(value * 1e6) / 1e6;

/** The lowest and highest raw points of an item. */
export function pointsOf(pack: ScalePack, item: ScaleItem): { low: number; high: number } {
  const values = optionsOf(pack, item).map(({ value }) => value);
  return { low: Math.min(...values), high: Math.max(...values) };
}

/** The items of a dimension. @throws ScaleError where the pack lacks one, which the lint refuses */
export const itemsOf = (pack: ScalePack, { items }: Dimension): ScaleItem[] =>
  items.map((id) => {
    const item = pack.items.find((each) => each.id === id);
    if (!item) throw new ScaleError(`${pack.id} ${pack.version} has no item ${id}`);
    return item;
  });

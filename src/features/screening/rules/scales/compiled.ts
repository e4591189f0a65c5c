import type { Dimension, ScaleItem, ScalePack } from './pack-schema.ts';
import { itemsOf, optionsOf, pointsOf } from './pack.ts';

/** An item as scoring needs it. */
export interface CompiledItem {
  item: ScaleItem;
  /** The lowest and highest raw points. */
  low: number;
  high: number;
  /** Raw points by the value of an answer. */
  points: ReadonlyMap<unknown, number>;
}

interface CompiledPack {
  items: ReadonlyMap<string, CompiledItem>;
  dimensions: readonly { dimension: Dimension; items: readonly CompiledItem[] }[];
}

const known = new WeakMap<ScalePack, CompiledPack>();

/**
 * The look-ups of a pack, made once: a school's sheets are scored by the same few packs. A pack is never changed, a new
 * version is another object.
 */
export function compiledOf(pack: ScalePack): CompiledPack {
  let compiled = known.get(pack);
  if (!compiled) known.set(pack, (compiled = compile(pack)));
  return compiled;
}

function compile(pack: ScalePack): CompiledPack {
  const items = new Map(pack.items.map((item) => [item.id, compileItem(pack, item)]));
  const dimensions = pack.dimensions.map((dimension) => ({
    dimension,
    items: itemsOf(pack, dimension).map((item) => items.get(item.id) ?? compileItem(pack, item)),
  }));
  return { items, dimensions };
}

const compileItem = (pack: ScalePack, item: ScaleItem): CompiledItem => ({
  item,
  ...pointsOf(pack, item),
  points: new Map(optionsOf(pack, item).map(({ value }) => [value, value])),
});

/** The points that an answer counts: those of the option, mirrored where the item is reversed. */
export const countedPoints = ({ item, low, high }: CompiledItem, points: number): number =>
  item.reverse === true ? low + high - points : points;

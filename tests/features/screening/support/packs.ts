import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { SheetAnswer } from '../../../../src/features/screening/rules/scales/answers.ts';
import type { ScalePack, TotalsPack } from '../../../../src/features/screening/rules/scales/pack-schema.ts';
import type { Pack } from '../../../../src/features/screening/rules/scales/pack.ts';
import { root } from '../../../../src/platform/runtime/server/root.ts';

const folder = path.join(root, 'schemas/scales');

/** Every pack of the product, as in its file. */
export const embedded: readonly Pack[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Pack);
export const scales = embedded.filter((pack): pack is ScalePack => pack.kind === 'scale');
export const slots = embedded.filter((pack): pack is TotalsPack => pack.kind === 'totals');

export function scale(id: string): ScalePack {
  const pack = scales.find((each) => each.id === id);
  if (!pack) throw new Error(`no scale ${id}`);
  return pack;
}

/** Answers by item; `*` stands for the rest, null for no answer. */
export const sheet = (pack: ScalePack, values: Readonly<Record<string, number | null>>): SheetAnswer[] =>
  pack.items.flatMap(({ id }) => {
    const value = id in values ? values[id] : values['*'];
    return value === undefined || value === null ? [] : [{ item_id: id, value }];
  });

import type { ScaleDetail, ScaleHead } from '../../contract/scales.ts';
import { isCriticalItem } from '../../rules/scales/critical.ts';
import type { TotalsPack } from '../../rules/scales/pack-schema.ts';
import { bandsOf, itemCount, optionsOf, type Pack } from '../../rules/scales/pack.ts';
import { isSensitive } from '../../rules/sensitive.ts';

type Item = ScaleDetail['items'][number];

export const presentHead = (pack: Pack): ScaleHead => ({
  scale_id: pack.id,
  title: pack.title,
  version: pack.version,
  kind: pack.kind,
  about: pack.about,
  licence: pack.licence?.state ?? 'own',
  wording: pack.licence?.wording ?? 'none',
  item_count: itemCount(pack),
  sensitive: isSensitive(pack),
  ...('ages' in pack && { ages: { from: pack.ages.from, ...(pack.ages.to !== undefined && { to: pack.ages.to }) } }),
});

/** The questions of a pack as staff see them, critical ones marked. */
export function presentItems(pack: Pack): Item[] {
  if (pack.kind === 'totals') return [];
  if (pack.kind === 'questionnaire')
    return pack.items.map((item) => ({
      item_id: item.id,
      text: item.text,
      kind: item.kind,
      options: 'options' in item ? item.options.map(({ value, label }) => ({ value, label })) : [],
    }));
  return pack.items.map((item) => ({
    item_id: item.id,
    text: item.text,
    kind: 'single',
    options: optionsOf(pack, item).map(({ value, label }) => ({ value, label })),
    ...(isCriticalItem(pack, item.id) && { critical: true }),
    ...(item.topic !== undefined && { topic: item.topic }),
  }));
}

export function presentPack(pack: Pack): ScaleDetail {
  const scored = pack.kind === 'questionnaire' ? undefined : pack;
  return {
    ...presentHead(pack),
    ...('instruction' in pack && { instruction: pack.instruction }),
    ...(pack.licence && {
      licence_source: pack.licence.source,
      ...(pack.licence.authorisedText !== undefined && { authorised_text: pack.licence.authorisedText }),
      ...(pack.licence.note !== undefined && { licence_note: pack.licence.note }),
      ...(pack.licence.declaration && { declaration: pack.licence.declaration }),
    }),
    items: presentItems(pack),
    dimensions: scored ? dimensionsOf(scored) : [],
    ...(scored && {
      band_titles: Object.fromEntries(Object.entries(scored.bands).map(([id, { title }]) => [id, title])),
    }),
    norm_sets: scored?.normSets.map(({ id, title, source }) => ({ norm_set_id: id, title, source })) ?? [],
  };
}

const dimensionsOf = (pack: Parameters<typeof bandsOf>[0] | TotalsPack): ScaleDetail['dimensions'] =>
  pack.dimensions.map(({ id, title }) => ({
    dimension_id: id,
    title,
    bands: bandsOf(pack, id).map(({ band_id, title: name, from, to, tone, order }) => ({
      band_id,
      title: name,
      from,
      to,
      tone,
      order,
    })),
  }));

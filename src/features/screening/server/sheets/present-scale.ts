import type { SheetScale } from '../../contract/sheets.ts';
import { optionsOf, type Pack } from '../../rules/scales/pack.ts';
import type { QuestionnaireItem } from '../../rules/scales/questionnaire-schema.ts';

type Item = SheetScale['items'][number];

const presented = new WeakMap<Pack, SheetScale[]>();

/**
 * A pack as the student sees it: without bands, points, and marks of critical items. Made once: a pack is never
 * changed, a new version is another object.
 */
export function presentScale(pack: Pack): SheetScale[] {
  let scale = presented.get(pack);
  if (!scale) presented.set(pack, (scale = present(pack)));
  return scale;
}

function present(pack: Pack): SheetScale[] {
  if (pack.kind === 'totals') return [];
  const { id: scale_id, version, kind, title, instruction } = pack;
  const items =
    pack.kind === 'questionnaire'
      ? pack.items.map(presentItem)
      : pack.items.map((item) => ({
          item_id: item.id,
          text: item.text,
          kind: 'single',
          options: optionsOf(pack, item).map(({ value, label }) => ({ value, label })),
        }));
  return [{ scale_id, version, kind, title, instruction, items }];
}

function presentItem(item: QuestionnaireItem): Item {
  const { id: item_id, text, kind, help, optional, showIf } = item;
  return {
    item_id,
    text,
    kind,
    ...(help !== undefined && { help }),
    ...(optional && { optional }),
    ...(showIf && { show_if: showIf }),
    ...answerOf(item),
  };
}

function answerOf(item: QuestionnaireItem): Partial<Item> {
  switch (item.kind) {
    case 'single':
      return { options: item.options };
    case 'multiple':
      return {
        options: item.options,
        ...(item.least !== undefined && { least: item.least }),
        ...(item.most !== undefined && { most: item.most }),
      };
    case 'scale':
      return {
        from: item.from,
        to: item.to,
        ...(item.fromLabel !== undefined && { from_label: item.fromLabel }),
        ...(item.toLabel !== undefined && { to_label: item.toLabel }),
      };
    case 'number':
      return {
        from: item.minimum,
        to: item.maximum,
        ...(item.whole && { whole: true }),
        ...(item.unit !== undefined && { unit: item.unit }),
      };
    case 'text':
      return { max_length: item.maxLength };
  }
}

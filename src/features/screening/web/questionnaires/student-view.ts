import type { SheetScale } from '../../contract/sheets.ts';
import { packOfDraft } from '../../rules/questionnaires/draft-pack.ts';
import type { Draft } from '../../rules/questionnaires/draft-schema.ts';

/** A draft as its sheet would be, for the preview; the server makes the sheet of a published one in the same way. */
export const sheetOfDraft = (scaleId: string, draft: Draft): SheetScale => {
  const { title, instruction, items } = packOfDraft(scaleId, '', draft);
  return {
    scale_id: scaleId,
    version: '',
    kind: 'questionnaire',
    title,
    instruction,
    items: items.map((item) => ({
      item_id: item.id,
      text: item.text,
      kind: item.kind,
      ...(item.help !== undefined && { help: item.help }),
      ...(item.optional && { optional: true }),
      ...(item.showIf && { show_if: item.showIf }),
      ...('options' in item && { options: item.options }),
      ...(item.kind === 'multiple' && {
        ...(item.least !== undefined && { least: item.least }),
        ...(item.most !== undefined && { most: item.most }),
      }),
      ...(item.kind === 'scale' && {
        from: item.from,
        to: Math.min(item.to, item.from + 100),
        ...(item.fromLabel !== undefined && { from_label: item.fromLabel }),
        ...(item.toLabel !== undefined && { to_label: item.toLabel }),
      }),
      ...(item.kind === 'number' && {
        from: item.minimum,
        to: item.maximum,
        ...(item.whole && { whole: true }),
        ...(item.unit !== undefined && { unit: item.unit }),
      }),
      ...(item.kind === 'text' && { max_length: item.maxLength }),
    })),
  };
};

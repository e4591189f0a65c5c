import type { Questionnaire, QuestionnaireItem } from '../scales/questionnaire-schema.ts';
import type { Draft, DraftItem } from './draft-schema.ts';

/** A draft with trimmed texts in the form of a pack; the lint says what is still missing. */
export const packOfDraft = (
  id: string,
  version: string,
  { title, about, instruction, items }: Draft,
): Questionnaire => ({
  id,
  kind: 'questionnaire',
  version,
  title: title.trim(),
  about: about.trim(),
  instruction: instruction.trim(),
  items: items.map(itemOf),
});

function itemOf(item: DraftItem): QuestionnaireItem {
  const { id, showIf, optional, help = '' } = item;
  const common = {
    id,
    text: item.text.trim(),
    ...(help.trim() !== '' && { help: help.trim() }),
    ...(optional === true && { optional: true as const }),
    ...(showIf && { showIf }),
  };
  const options = (item.options ?? []).map(({ value, label }) => ({ value, label: label.trim() }));
  switch (item.kind) {
    case 'single':
      return { ...common, kind: 'single', options };
    case 'multiple':
      return {
        ...common,
        kind: 'multiple',
        options,
        ...(item.least !== undefined && { least: item.least }),
        ...(item.most !== undefined && { most: item.most }),
      };
    case 'scale':
      return {
        ...common,
        kind: 'scale',
        from: item.from ?? 1,
        to: item.to ?? 5,
        ...labelled('fromLabel', item.fromLabel),
        ...labelled('toLabel', item.toLabel),
      };
    case 'number':
      return {
        ...common,
        kind: 'number',
        minimum: item.minimum ?? 0,
        maximum: item.maximum ?? 100,
        ...(item.whole === true && { whole: true as const }),
        ...labelled('unit', item.unit),
      };
    case 'text':
      return { ...common, kind: 'text', maxLength: item.maxLength ?? 200 };
  }
}

const labelled = <K extends string>(name: K, text = ''): Partial<Record<K, string>> =>
  (text.trim() === '' ? {} : { [name]: text.trim() }) as Partial<Record<K, string>>;

/** A published questionnaire as a draft, to be changed or copied. */
export const draftOfPack = ({ title, about, instruction, items }: Questionnaire): Draft => ({
  title,
  about,
  instruction,
  items: items.map((item) => ({
    ...item,
    ...('options' in item && {
      options: item.options.map(({ value, label }, i) => ({ value: typeof value === 'number' ? value : i, label })),
    }),
  })) as Draft['items'],
});

/** A draft to begin with: the first question is there to be filled in. */
export const emptyDraft = (title: string): Draft => ({
  title,
  about: '',
  instruction: '请按自己的实际情况回答，没有对错。',
  items: [],
});

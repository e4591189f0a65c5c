import type { ScalePack, TotalsPack } from './pack-schema.ts';
import { optionsOf, type Pack } from './pack.ts';
import type { QuestionnaireItem } from './questionnaire-schema.ts';

/** Why an answer is refused. */
export type AnswerProblem =
  | 'unknown-item'
  | 'unknown-dimension'
  | 'no-option'
  | 'not-a-list'
  | 'twice'
  | 'too-few'
  | 'too-many'
  | 'not-a-number'
  | 'not-whole'
  | 'out-of-bounds'
  | 'not-a-text'
  | 'empty'
  | 'too-long';

/** In Chinese, for the answer of a call. */
export const ANSWER_PROBLEMS: Readonly<Record<AnswerProblem, string>> = {
  'unknown-item': '没有这道题',
  'unknown-dimension': '没有这个维度',
  'no-option': '没有这个选项',
  'not-a-list': '多选题的答案是选项的列表',
  twice: '同一个选项选了两次',
  'too-few': '选的项太少',
  'too-many': '选的项太多',
  'not-a-number': '要填数字',
  'not-whole': '要填整数',
  'out-of-bounds': '超出范围',
  'not-a-text': '要填文字',
  empty: '没有填写',
  'too-long': '超过字数上限',
};

/**
 * Why an answer to an item is not accepted; undefined where it is. `null` never is: an answer that is taken back is no
 * answer.
 */
export function checkAnswer(pack: Pack, itemId: string, value: unknown): AnswerProblem | undefined {
  if (pack.kind === 'totals') return 'unknown-item';
  if (pack.kind === 'questionnaire') {
    const item = pack.items.find(({ id }) => id === itemId);
    return item ? checkItem(item, value) : 'unknown-item';
  }
  const item = pack.items.find(({ id }) => id === itemId);
  return item ? choice(optionsOf(pack, item), value) : 'unknown-item';
}

const choice = (options: readonly { value: number | string }[], value: unknown): AnswerProblem | undefined =>
  options.some((option) => option.value === value) ? undefined : 'no-option';

function checkItem(item: QuestionnaireItem, value: unknown): AnswerProblem | undefined {
  switch (item.kind) {
    case 'single':
      return choice(item.options, value);
    case 'multiple':
      return several(item, value);
    case 'scale':
      return number({ minimum: item.from, maximum: item.to, whole: true }, value);
    case 'number':
      return number(item, value);
    case 'text':
      return written(item.maxLength, value);
  }
}

interface Choices {
  options: readonly { value: number | string }[];
  least?: number;
  most?: number;
}

function several({ options, least = 1, most = options.length }: Choices, value: unknown): AnswerProblem | undefined {
  if (!Array.isArray(value)) return 'not-a-list';
  const values: readonly unknown[] = value;
  const unknown = values.some((each) => choice(options, each) !== undefined);
  if (unknown) return 'no-option';
  if (new Set(values).size < values.length) return 'twice';
  if (values.length < least) return 'too-few';
  return values.length > most ? 'too-many' : undefined;
}

interface Bounds {
  minimum: number;
  maximum: number;
  whole?: true;
}

function number({ minimum, maximum, whole }: Bounds, value: unknown): AnswerProblem | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'not-a-number';
  if (whole === true && !Number.isInteger(value)) return 'not-whole';
  return value < minimum || value > maximum ? 'out-of-bounds' : undefined;
}

/** The length is counted in characters as people count them, not in UTF-16 code units. */
function written(maxLength: number, value: unknown): AnswerProblem | undefined {
  if (typeof value !== 'string') return 'not-a-text';
  if (value.trim() === '') return 'empty';
  return [...value].length > maxLength ? 'too-long' : undefined;
}

/** Why a score that was computed elsewhere is not accepted; undefined where it is. */
export function checkTotal(
  pack: ScalePack | TotalsPack,
  dimensionId: string,
  value: unknown,
): AnswerProblem | undefined {
  const dimension = pack.dimensions.find(({ id }) => id === dimensionId);
  if (!dimension) return 'unknown-dimension';
  return number({ minimum: dimension.range.from, maximum: dimension.range.to }, value);
}

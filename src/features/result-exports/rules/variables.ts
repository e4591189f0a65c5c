import type { Pack, Questionnaire, ScalePack } from '../../screening/public.ts';

/** What stands in a cell that has no value, as numbers that no scale uses. */
export const MISSING = { notAnswered: -99, notShown: -98, noScore: -97 } as const;
const MISSING_WORDS = `${MISSING.notAnswered} 未作答；${MISSING.notShown} 按条件没有出现；${MISSING.noScore} 没有分数`;

type Item = ScalePack['items'][number] | Questionnaire['items'][number];

/** A column of the data about one pack. */
export interface Variable {
  /** Name without Chinese, for statistics programs. */
  name: string;
  label: string;
  pack: Pack;
  part:
    | { kind: 'valid' }
    | { kind: 'norm-set' }
    | { kind: 'raw' | 'score' | 'band'; dimensionId: string }
    | { kind: 'item'; item: Item };
}

const nameOf = (...parts: readonly string[]) => parts.join('_').replace(/[^A-Za-z0-9_]/g, '_');

/** The columns of a pack: validity, norm set, dimensions, then every item. */
export function variablesOf(pack: Pack): Variable[] {
  const { id } = pack;
  const of = (name: readonly string[], label: string, part: Variable['part']): Variable => ({
    name: nameOf(id, ...name),
    label: `${pack.title} ${label}`,
    pack,
    part,
  });
  const items =
    pack.kind === 'totals'
      ? []
      : pack.items.map((item: Item, i) => of([`i${item.id}`], `${i + 1}. ${item.text}`, { kind: 'item', item }));
  if (pack.kind === 'questionnaire') return items;
  const dimensions = pack.dimensions.flatMap(({ id: dimensionId, title }) => [
    of([dimensionId, 'raw'], `${title} 原始分`, { kind: 'raw', dimensionId }),
    of([dimensionId, 'score'], `${title} 得分`, { kind: 'score', dimensionId }),
    of([dimensionId, 'band'], `${title} 分级`, { kind: 'band', dimensionId }),
  ]);
  return [
    of(['valid'], '是否有效', { kind: 'valid' }),
    of(['norm'], '常模', { kind: 'norm-set' }),
    ...dimensions,
    ...items,
  ];
}

/** Whether the cells of a column are amounts; choices of several and texts are not. */
export const isNumber = ({ part }: Variable): boolean =>
  part.kind === 'raw' ||
  part.kind === 'score' ||
  part.kind === 'valid' ||
  (part.kind === 'item' && !('kind' in part.item && (part.item.kind === 'multiple' || part.item.kind === 'text')));

function valuesOf({ pack, part }: Variable): string {
  if (part.kind === 'valid') return '1 有效；0 按量表的规则作废';
  if (part.kind === 'raw' || part.kind === 'score') return MISSING_WORDS;
  if (part.kind === 'band' && pack.kind !== 'questionnaire')
    return Object.values(pack.bands)
      .map(({ title }) => title)
      .join('；');
  if (part.kind !== 'item') return '';
  const { item } = part;
  const options = 'options' in item ? item.options : pack.kind === 'scale' ? pack.options : undefined;
  const range = 'from' in item ? `${item.from} 至 ${item.to}` : '';
  const shown = options?.map(({ value, label }) => `${value} ${label}`).join('；') ?? range;
  return [shown, MISSING_WORDS].filter(Boolean).join('；');
}

export const CODEBOOK_HEAD = ['变量', '含义', '取值和缺失', '量表', '版本', '常模'] as const;

/** A row of the codebook. @param normSets of the screening, by scale */
export function codebookRow(variable: Variable, normSets: Readonly<Record<string, string>>): string[] {
  const { pack } = variable;
  const set = pack.kind === 'questionnaire' ? undefined : (normSets[pack.id] ?? pack.normSets[0]?.id);
  const norm = pack.kind === 'questionnaire' ? undefined : pack.normSets.find(({ id }) => id === set);
  return [variable.name, variable.label, valuesOf(variable), pack.title, pack.version, norm?.title ?? ''];
}

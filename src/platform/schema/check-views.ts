import type { Report } from './problem.ts';
import { referredEntity } from './references.ts';
import { isSeveral, type EntitySchema, type FieldSchema } from './types.ts';
import { BOARD_MAX, type ResourceView, type ViewKind } from './views.ts';

/** Checks the views of an entity: fields that divide the rows, and names that can be told apart. */
export function checkViews(schema: EntitySchema, report: Report): void {
  const views = schema['x-resource'].views ?? [];
  for (const [i, view] of views.entries()) {
    const at = ['x-resource', 'views', String(i)];
    const reportAt: Report = (path, ...rest) => report([...at, ...path], ...rest);
    const before = views.slice(0, i);
    if (before.some(({ key }) => key === view.key)) reportAt(['key'], `有两个视图的标识都是 ${view.key}`, '换一个标识');
    if (before.some(({ title }) => title === view.title))
      reportAt(['title'], `有两个视图都名为“${view.title}”`, '换一个名称');
    checkTitle(schema, view, reportAt);
    checkBy(schema, view, reportAt);
  }
}

type Divided = Exclude<ViewKind, 'cards'>;
const WITHOUT_FIELD: Readonly<Record<Divided, string>> = {
  board: '看板没有写明按哪个字段分列',
  calendar: '日历没有写明按哪个字段排',
  gallery: '图库没有写明显示哪个图片字段',
  tree: '树没有写明按哪个字段找上一级',
};

const isOpen = (field: FieldSchema | undefined): field is FieldSchema =>
  field !== undefined && !field['x-hidden'] && !field['x-confidential'] && !field['x-area'];

function checkTitle({ properties }: EntitySchema, { title_field: name }: ResourceView, report: Report): void {
  if (name !== undefined && !isOpen(properties[name]))
    report(['title_field'], `${name} 不是列表能给出的字段`, '写一个在用的、不只在详情里给出的字段名，或者删去');
}

function checkBy({ properties }: EntitySchema, { kind, by }: ResourceView, report: Report): void {
  if (kind === 'cards') {
    if (by !== undefined) report(['by'], '卡片不按字段划分', '删去 by');
    return;
  }
  if (by === undefined) {
    report([], WITHOUT_FIELD[kind], '补上 "by"');
    return;
  }
  const field = properties[by];
  if (!isOpen(field) || field['x-mask']) {
    report(['by'], `${by} 不是列表能给出原值的字段`, '换一个在用的、不脱敏的字段');
    return;
  }
  CHECKS[kind](by, field, report);
}

/** Whether a field can be that of a gallery. */
export const isGalleryField = (field: FieldSchema): boolean => field['x-kind'] === 'picture';
/** Whether a field can be that of a tree: it names one other row. */
export const isTreeField = (field: FieldSchema): boolean =>
  field['x-tenant'] === true && referredEntity(field) !== undefined && !isSeveral(field);

const CHECKS: Readonly<Record<Divided, (by: string, field: FieldSchema, report: Report) => void>> = {
  board: checkBoard,
  calendar: checkCalendar,
  gallery(by, field, report) {
    if (!isGalleryField(field)) report(['by'], `${by} 不是图片`, '换一个 x-kind 为 picture 的字段');
  },
  tree(by, field, report) {
    if (!isTreeField(field)) report(['by'], `${by} 不指向另一行`, '换一个关联一条记录的字段，例如指向上一级的');
  },
};

function checkBoard(by: string, field: FieldSchema, report: Report): void {
  if (!field.enum || field.type === 'array')
    report(['by'], `${by} 没有可选值，分不出列`, '换一个有可选值（enum）的字段');
  else if (field.enum.length > BOARD_MAX)
    report(['by'], `${by} 有 ${field.enum.length} 个可选值，看板最多 ${BOARD_MAX} 列`, '换一个可选值少的字段');
  else if (!['in', 'equals'].includes(field['x-filter']?.match ?? ''))
    report(['by'], `${by} 不能筛选，看板取不到各列`, `给 ${by} 写上 "x-filter": { "match": "in", "order": 1 }`);
}

function checkCalendar(by: string, field: FieldSchema, report: Report): void {
  const isTimed = field.format === 'date' || field.format === 'date-time' || isTimeSpan(field);
  if (!isTimed) report(['by'], `${by} 不是日期或时间`, '换一个 format 为 date 或 date-time 的字段');
  else if (field['x-filter']?.match !== 'range')
    report(
      ['by'],
      `${by} 不能按区间筛选，日历取不到一个月`,
      `给 ${by} 写上 "x-filter": { "match": "range", "order": 1 }`,
    );
}

/** Whether a value is two instants, from and to. */
const isTimeSpan = (field: FieldSchema): boolean => String(field['x-kind']) === 'date-time-range';

import type { OrgContext } from '../../../platform/context/server/context.ts';
import { isObject } from '../../../platform/schema/json.ts';
import type { SheetState } from '../../screening/public.ts';
import { answersInWords } from '../../screening/server/public.ts';
import { lines } from './own-sections.ts';
import { shown } from './printed-sections.ts';

type Row = Readonly<Record<string, unknown>>;
export type Rows = ReadonlyMap<string, readonly Row[]>;

async function sheetsInWords(ctx: OrgContext, rows: readonly Row[]): Promise<Row[]> {
  const begun = rows.filter(({ answers }) => typeof answers === 'string');
  const texts = await answersInWords(
    ctx,
    begun.map(({ exam_id, answers }) => ({
      examId: String(exam_id),
      state: JSON.parse(String(answers)) as SheetState,
    })),
  );
  const words = new Map(begun.map((row, i) => [row, texts[i]]));
  return rows.map((row) => ({ ...row, answers: words.get(row) ?? '' }));
}

/** The values before a change, by the titles of their fields; a field that is gone keeps its name. */
function versionInWords(ctx: OrgContext, row: Row): Row {
  const values: unknown = typeof row['former'] === 'string' ? JSON.parse(row['former']) : undefined;
  if (!isObject(values)) return row;
  const schema = ctx.services.schemas.all(ctx.actor.orgId).resources[String(row['entity'])];
  const known = schema ? lines(schema, values) : '';
  const others = Object.entries(values)
    .filter(([name, value]) => !Object.hasOwn(schema?.properties ?? {}, name) && value !== null)
    .map(([name, value]) => `${name}：${shown(value)}`);
  return { ...row, former: [known, ...others].filter((text) => text !== '').join('\n') };
}

/** The rows for the printed record: what is stored as data in one text becomes words. */
export async function inWords(ctx: OrgContext, data: Rows): Promise<Rows> {
  const printed = new Map(data);
  const sheets = data.get('exam_sheets');
  if (sheets) printed.set('exam_sheets', await sheetsInWords(ctx, sheets));
  const versions = data.get('row_versions');
  if (versions)
    printed.set(
      'row_versions',
      versions.map((row) => versionInWords(ctx, row)),
    );
  return printed;
}

import { yearsOf } from '../../../features/academic-years/server/queries/years.ts';
import { classesForTree } from '../../../features/classes/server/queries/classes-tree.ts';
import { collegesOf, majorsOf } from '../../../features/classes/server/queries/faculty.ts';
import { departmentsOf } from '../../../features/organisation/server/queries/departments.ts';
import { structuresOf } from '../../../features/organisation/server/queries/edu-structures.ts';
import { studentsCalled } from '../../../features/students/server/queries/students.ts';
import type { OrgContext } from '../../context/server/context.ts';
import { labelOf } from '../../schema/labels.ts';
import { cellText, cleanText, halfWidth, nameKey, type Choices, type RawCell } from '../../schema/sheet-cell.ts';
import { importColumns } from '../../schema/sheet.ts';
import type { EntitySchema, FieldKind } from '../../schema/types.ts';

/** Something that a value names, what it is called, and what else people call it. */
interface Choice {
  id: string;
  name: string;
  also?: readonly string[];
}

const coded = (list: Parameters<typeof labelOf>[0], codes: readonly number[]): Choice[] =>
  [...new Set(codes)].map((code) => ({ id: String(code), name: labelOf(list, code) }));

/**
 * What the caller may name in each kind of field: ids of other things, and codes of which an organisation has only
 * some.
 */
const sources: Partial<Record<FieldKind, (ctx: OrgContext) => Promise<Choice[]>>> = {
  async class(ctx) {
    const {
      actor,
      services: { access },
    } = ctx;
    const [classes] = await ctx.read([classesForTree(actor.orgId, access.scope(actor, 'class'))]);
    return classes.map(({ class_id, period, grade, class_name }) => {
      const inGrade = `${labelOf('grade', grade)} ${class_name}`;
      return { id: class_id, name: class_name, also: [inGrade, `${labelOf('class_period', period)} ${inGrade}`] };
    });
  },
  async year(ctx) {
    const [years] = await ctx.read([yearsOf(ctx.actor.orgId)]);
    return years.map(({ year_id, year_name }) => ({ id: year_id, name: year_name }));
  },
  async college(ctx) {
    const [colleges] = await ctx.read([collegesOf(ctx.actor.orgId)]);
    return colleges.map(({ college_id, college_name }) => ({ id: college_id, name: college_name }));
  },
  async major(ctx) {
    const { orgId } = ctx.actor;
    const [colleges, majors] = await ctx.read([collegesOf(orgId), majorsOf(orgId)]);
    const names = new Map(colleges.map(({ college_id, college_name }) => [college_id, college_name]));
    return majors.map(({ major_id, major_name, college_id }) => ({
      id: major_id,
      name: major_name,
      also: [`${names.get(college_id) ?? ''} ${major_name}`],
    }));
  },
  async department(ctx) {
    const [departments] = await ctx.read([departmentsOf(ctx.actor.orgId)]);
    const byId = new Map(departments.map((one) => [one.department_id, one]));
    const pathOf = (id: string | null): string[] => {
      const one = id === null ? undefined : byId.get(id);
      return one ? [...pathOf(one.parent_id), one.department_name] : [];
    };
    return departments.map(({ department_id, department_name }) => ({
      id: department_id,
      name: department_name,
      also: [pathOf(department_id).join(' ')],
    }));
  },
  async period(ctx) {
    const [structures] = await ctx.read([structuresOf(ctx.actor.orgId)]);
    return coded(
      'class_period',
      structures.map(({ period }) => period),
    );
  },
  async grade(ctx) {
    const [structures] = await ctx.read([structuresOf(ctx.actor.orgId)]);
    return coded(
      'grade',
      structures.flatMap(({ grades }) => grades),
    );
  },
  role: ({ actor, services: { access } }) => Promise.resolve(coded('role', access.grants.grantable(actor))),
};

/**
 * What is asked of rows of another resource, of which there may be very many: by what a file calls them, or by their
 * ids.
 */
export interface Asked {
  cells?: readonly RawCell[];
  ids?: readonly string[];
}

/** Rows that a field may name (`x-of`), of those that the caller reaches. */
const rowSources: Readonly<
  Record<string, (ctx: OrgContext, texts: readonly string[], ids: readonly string[]) => Promise<Choice[]>>
> = {
  async student(ctx, texts, ids) {
    const {
      actor,
      services: { access },
    } = ctx;
    const [students] = await ctx.read([studentsCalled(actor.orgId, access.scope(actor, 'student'), texts, ids)]);
    return students.map(({ child_id, child_name, student_no }) => ({
      id: child_id,
      name: child_name,
      also: [student_no],
    }));
  },
};

/** Choices that also know the other way round: what an id is called in a sheet. */
export interface NamedChoices extends Choices {
  nameOf(id: string): string | undefined;
}
export type ChoicesByField = ReadonlyMap<string, NamedChoices>;

/** Where two share a name, each is called by the next name that is its own. */
function named(choices: readonly Choice[]): NamedChoices {
  const ids = new Map<string, Set<string>>();
  for (const { id, name, also = [] } of choices)
    for (const each of [name, ...also]) ids.set(nameKey(each), (ids.get(nameKey(each)) ?? new Set()).add(id));
  const names = new Map(
    choices.map(({ id, name, also = [] }) => [
      id,
      [name, ...also].find((each) => ids.get(nameKey(each))?.size === 1) ?? name,
    ]),
  );
  return {
    idsOf: (name) => [...(ids.get(nameKey(name)) ?? [])],
    names: [...names.values()],
    nameOf: (id) => names.get(id),
  };
}

/**
 * What may be written in the sheet's columns whose fields name other things, by field; rows of other resources are
 * asked for apart.
 */
export async function choicesFor(ctx: OrgContext, schema: EntitySchema): Promise<ChoicesByField> {
  const columns = importColumns(schema).flatMap(({ field, schema: { 'x-kind': kind } }) =>
    kind && sources[kind] ? [{ field, kind }] : [],
  );
  const kinds = new Map(
    await Promise.all(
      [...new Set(columns.map(({ kind }) => kind))].map(
        async (kind) => [kind, named((await sources[kind]?.(ctx)) ?? [])] as const,
      ),
    ),
  );
  return new Map(
    columns.flatMap(({ field, kind }) => {
      const choices = kinds.get(kind);
      return choices ? [[field, choices] as const] : [];
    }),
  );
}

/** The same of fields that name rows of another resource: those rows that are asked for. */
export async function rowChoices(
  ctx: OrgContext,
  schema: EntitySchema,
  asked: (field: string) => Asked,
): Promise<ChoicesByField> {
  const columns = importColumns(schema).flatMap(({ field, schema: { 'x-of': of } }) => {
    const source = of === undefined ? undefined : rowSources[of];
    return source ? [{ field, source }] : [];
  });
  return new Map(
    await Promise.all(
      columns.map(async ({ field, source }) => {
        const { cells = [], ids = [] } = asked(field);
        const texts = cells
          .map(cellText)
          .flatMap((text) => [cleanText(text), halfWidth(text).replace(/\s+/g, '')])
          .filter((text) => text !== '');
        return [
          field,
          named(texts.length + ids.length > 0 ? await source(ctx, [...new Set(texts)], [...new Set(ids)]) : []),
        ] as const;
      }),
    ),
  );
}

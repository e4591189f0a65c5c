import type { OrgContext } from '../../context/server/context.ts';
import {
  cellText,
  cleanText,
  halfWidth,
  nameKey,
  partsOfCell,
  type Choices,
  type RawCell,
} from '../../schema/sheet-cell.ts';
import { importColumns } from '../../schema/sheet.ts';
import type { EntitySchema } from '../../schema/types.ts';
import { rowsNamed } from './references.ts';
import type { Choice, RowChoiceSource } from './registry.ts';

/** A query for rows of another resource, of which there may be very many: by their names in a file, or by their ids. */
export interface Asked {
  cells?: readonly RawCell[];
  ids?: readonly string[];
}

/** Choices that also map an id to its name in a sheet. */
export interface NamedChoices extends Choices {
  nameOf(id: string): string | undefined;
}
export type ChoicesByField = ReadonlyMap<string, NamedChoices>;

/** Falls back to the next unique name when labels collide. */
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
 * The names that are valid in the sheet's columns whose fields refer to other things, by field. Rows of other resources
 * are loaded separately.
 */
export async function choicesFor(ctx: OrgContext, schema: EntitySchema): Promise<ChoicesByField> {
  const { choices: sources } = ctx.services.resources;
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

/** The same for fields that refer to rows of another resource: loads only the requested rows. */
export async function rowChoices(
  ctx: OrgContext,
  schema: EntitySchema,
  asked: (field: string) => Asked,
): Promise<ChoicesByField> {
  const columns = importColumns(schema).flatMap(({ field, schema: { 'x-of': of, type } }) => {
    if (of === undefined) return [];
    const byLabel: RowChoiceSource = (...asked) => rowsNamed(asked[0], of, asked[1], asked[2]);
    return [{ field, several: type === 'array', source: ctx.services.resources.rowChoices[of] ?? byLabel }];
  });
  return new Map(
    await Promise.all(
      columns.map(async ({ field, several, source }) => {
        const { cells = [], ids = [] } = asked(field);
        const texts = cells
          .map(cellText)
          .flatMap((text) => (several ? partsOfCell(text) : [text]))
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

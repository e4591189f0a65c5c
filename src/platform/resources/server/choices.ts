import type { OrgContext } from '../../context/server/context.ts';
import { cellText, cleanText, halfWidth, nameKey, type Choices, type RawCell } from '../../schema/sheet-cell.ts';
import { importColumns } from '../../schema/sheet.ts';
import type { EntitySchema } from '../../schema/types.ts';
import type { Choice } from './registry.ts';

/**
 * What is asked of rows of another resource, of which there may be very many: by what a file calls them, or by their
 * ids.
 */
export interface Asked {
  cells?: readonly RawCell[];
  ids?: readonly string[];
}

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

/** The same of fields that name rows of another resource: those rows that are asked for. */
export async function rowChoices(
  ctx: OrgContext,
  schema: EntitySchema,
  asked: (field: string) => Asked,
): Promise<ChoicesByField> {
  const columns = importColumns(schema).flatMap(({ field, schema: { 'x-of': of } }) => {
    const source = of === undefined ? undefined : ctx.services.resources.rowChoices[of];
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

import { labelOf } from '../../shared/rules/labels.ts';
import { nameKey, type Choices } from '../../shared/schema/sheet-cell.ts';
import { importColumns } from '../../shared/schema/sheet.ts';
import type { EntitySchema, FieldKind } from '../../shared/schema/types.ts';
import type { OrgCall } from '../context.ts';
import { classesForTree } from '../store/classes-tree.ts';
import { yearsOf } from '../store/years.ts';

/** Something that a value names, what it is called, and what else people call it. */
interface Choice { id: string; name: string; also?: readonly string[] }

/** What the caller may name in each kind of field whose values are ids. */
const sources: Partial<Record<FieldKind, (call: OrgCall) => Promise<Choice[]>>> = {
  async class(call) {
    const { actor, services: { access, db } } = call;
    const [classes] = await db.read({ orgId: actor.orgId, userId: null }, [classesForTree(actor.orgId, access.scope(actor, 'class'))]);
    return classes.map(({ class_id, period, grade, class_name }) => {
      const inGrade = `${labelOf('grade', grade)} ${class_name}`;
      return { id: class_id, name: class_name, also: [inGrade, `${labelOf('class_period', period)} ${inGrade}`] };
    });
  },
  async year({ actor: { orgId }, services: { db } }) {
    const [years] = await db.read({ orgId, userId: null }, [yearsOf(orgId)]);
    return years.map(({ year_id, year_name }) => ({ id: year_id, name: year_name }));
  },
};

/** Choices that also know the other way round: what an id is called in a sheet. */
export interface NamedChoices extends Choices { nameOf(id: string): string | undefined }

/** Where two share a name, each is called by the next name that is its own. */
function named(choices: readonly Choice[]): NamedChoices {
  const ids = new Map<string, Set<string>>();
  for (const { id, name, also = [] } of choices) for (const each of [name, ...also]) ids.set(nameKey(each), (ids.get(nameKey(each)) ?? new Set()).add(id));
  const names = new Map(choices.map(({ id, name, also = [] }) => [id, [name, ...also].find((each) => ids.get(nameKey(each))?.size === 1) ?? name]));
  return { idsOf: (name) => [...(ids.get(nameKey(name)) ?? [])], names: [...names.values()], nameOf: (id) => names.get(id) };
}

/** What may be written in the sheet's columns whose fields name other things, by kind. */
export async function choicesFor(call: OrgCall, schema: EntitySchema): Promise<ReadonlyMap<FieldKind, NamedChoices>> {
  const kinds = new Set(importColumns(schema).flatMap(({ schema: { 'x-kind': kind, enum: codes } }) => (kind && !codes && sources[kind] ? [kind] : [])));
  return new Map(await Promise.all([...kinds].map(async (kind) => [kind, named((await sources[kind]?.(call)) ?? [])] as const)));
}

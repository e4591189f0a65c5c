import { own } from './json.ts';
import { OTHER_GROUP, type Columns } from './layout.ts';
import { isComposed, type EntitySchema, type FieldSchema } from './types.ts';

/** Fields of one group. */
export interface Section {
  /** Empty for fields that no form has. */
  title: string;
  /** Absent where the layout names none. */
  columns?: Columns | undefined;
  fields: readonly string[];
}

/** Groups of one tab; the only tab of a schema without tabs has an empty title. */
export interface Tab {
  /** Position in the layout. */
  key: string;
  title: string;
  sections: readonly Section[];
}

/** The title of a field's group. */
export const groupOf = (field: FieldSchema | undefined): string => {
  const form = field?.['x-form'];
  return form ? (form.group ?? OTHER_GROUP) : '';
};

/** Whether a field takes a whole line of its group. */
export const isWide = (field: FieldSchema | undefined): boolean =>
  field !== undefined &&
  (field['x-form']?.wide === true || field['x-kind'] === 'text' || field.type === 'object' || isComposed(field));

/**
 * Fields by tab and group, groups without a tab at the end of the first one, in the order of their first field. Groups
 * and tabs without fields are left out.
 */
export function arrange(schema: EntitySchema, names: readonly string[]): Tab[] {
  const { tabs = [{ title: '', groups: [] }], columns = {} } = schema['x-resource'].layout ?? {};
  const fieldsOf = new Map<string, string[]>();
  for (const name of names) {
    const group = groupOf(schema.properties[name]);
    fieldsOf.set(group, [...(fieldsOf.get(group) ?? []), name]);
  }
  const placed = new Set(tabs.flatMap(({ groups }) => groups));
  const rest = [...fieldsOf.keys()].filter((title) => !placed.has(title));
  return tabs.flatMap(({ title, groups }, i): Tab[] => {
    const sections = [...groups, ...(i === 0 ? rest : [])].flatMap((group): Section[] => {
      const fields = fieldsOf.get(group);
      return fields ? [{ title: group, columns: own(columns, group) as Columns | undefined, fields }] : [];
    });
    return sections.length > 0 ? [{ key: String(i), title, sections }] : [];
  });
}

/** Whether a group shows its title: it is not the only one, and its tab has another title. */
export const isTitled = ({ title, sections }: Pick<Tab, 'title' | 'sections'>, section: Section): boolean =>
  section.title !== title && (sections.length > 1 || title !== '');

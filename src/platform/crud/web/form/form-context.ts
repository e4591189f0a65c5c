import type { Tab } from '../../../schema/arrange.ts';

/** Context of the templates and widgets of a form; stable while the user types. */
export interface FormContext {
  /** Labels are above their inputs. */
  stacked: boolean;
  /** The form has tabs, also while conditions leave one of them. */
  isTabbed: boolean;
  /** Fields of the form by tab and group. */
  arranged: (names: readonly string[]) => Tab[];
  /** The edited row; absent when creating. */
  row?: { entity: string; id: string } | undefined;
  /** The name of a field's stored value, where it is an id. */
  nameOf: (field: string, value: unknown) => string | readonly (string | undefined)[] | undefined;
  /** What the edited row answers for people beside a field's value. */
  readableOf: (field: string) => unknown;
  /** Called on the first key of a field, before the buffered value is committed. */
  onTouch: () => void;
}

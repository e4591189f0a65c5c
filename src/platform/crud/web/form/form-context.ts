/**
 * What the templates and widgets of one form know beyond its schema; made once a form, so that a key typed renews none
 * of it.
 */
export interface FormContext {
  /** Labels stand above their inputs. */
  stacked: boolean;
  /** Name of a field → title of its group. */
  groupOf: ReadonlyMap<string, string>;
  /** The row that is edited; absent where it is new. */
  row?: { entity: string; id: string } | undefined;
  /** Told at the first key of a field whose value has not been handed over yet. */
  onTouch: () => void;
}

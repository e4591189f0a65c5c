export type StateValue = string | number;

/** A way from one state of a row to another: an act that a person does (`x-resource.states.transitions`). */
export interface Transition {
  /** Identifies the transition in its address and in the history. */
  key: string;
  /** The act as the button names it. */
  label: string;
  from: readonly StateValue[];
  to: StateValue;
  /** Roles that may do it, among those that may change rows; all of these where absent. */
  roles?: readonly number[];
  /** Fields that must be filled, before or with the transition. */
  require?: readonly string[];
  /** Whether a note may or must be written; none where absent. */
  note?: 'optional' | 'required';
  /** `active`: the usual next act; `red`: an act to think about twice. */
  tone?: 'active' | 'red';
  /** Who is notified besides the list: the person who created the row. */
  notify?: { creator?: true };
}

/** The states of an entity's rows: a field that only transitions change. */
export interface States {
  field: string;
  /** State of a new row, and of a row without a state. */
  initial: StateValue;
  transitions: readonly Transition[];
}

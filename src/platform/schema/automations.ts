import type { StateValue } from './states.ts';

/**
 * What starts an automation: a new row, a state that a row gets, a state that it keeps for some days, or a number of
 * days before or after a date.
 */
export type AutomationTrigger =
  | { on: 'create' }
  | { on: 'state'; state: StateValue }
  | {
      on: 'stay';
      state: StateValue;
      /** Days since the row got the state, at least 1. */
      days: number;
      /** `HH:MM` in the time zone of the schools. */
      at: string;
    }
  | {
      on: 'date';
      field: string;
      /** Days from the date; before it where negative. */
      days: number;
      /** `HH:MM` in the time zone of the schools. */
      at: string;
      /** Only rows in these states; all rows where absent. */
      states?: readonly StateValue[];
    };

/** Whom an automation notifies, and with which words; `{field}` stands for the value as the reader sees it. */
export interface AutomationNotice {
  roles?: readonly number[];
  /** Field that names a member of the staff. */
  field?: string;
  /** The person who created the row. */
  creator?: true;
  title: string;
  text?: string;
}

/** A value of a new row: one of the row that started the automation, a fixed one, or a day counted from today. */
export type AutomationValue = { field: string } | { value: string | number | boolean } | { days: number };

/** A person of a row: whom a staff field names, or who created the row. */
export type AutomationPerson = { field: string } | { creator: true };

/** Something that follows from an event of a row, without a person (`x-resource.automations`). */
export interface Automation {
  key: string;
  title: string;
  /** Kept and not run. */
  off?: true;
  when: AutomationTrigger;
  notify?: AutomationNotice;
  /** A new row of an own resource, or of one of the product that allows it (`x-resource.automated`). */
  create?: {
    entity: string;
    values: Readonly<Record<string, AutomationValue>>;
    /** In whose name and with whose rights; by default those of the person who answers for the automation. */
    as?: AutomationPerson;
  };
  /** Key of a transition that the row goes through. */
  move?: string;
  /** Sends the ids of the row to the webhooks that take this event. */
  webhook?: true;
}

/** Automations of an organisation, those that are off included. */
export const AUTOMATIONS_MAX = 50;
/** Rows in a row that automations may create from each other. */
export const AUTOMATION_DEPTH_MAX = 3;
/** Runs of an organisation in a day. */
export const AUTOMATION_RUNS_MAX = 2000;
export const NOTICE_TITLE_MAX = 60;
export const NOTICE_TEXT_MAX = 300;

const PLACEHOLDER = /\{([a-z][a-z0-9_]*)\}/g;

/** The fields that a text names. */
export const placeholdersOf = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].flatMap(([, name]) => name ?? [])),
];

/** A text with the values of its fields. */
export const fillIn = (text: string, valueOf: (name: string) => string): string =>
  text.replace(PLACEHOLDER, (_, name: string) => valueOf(name));

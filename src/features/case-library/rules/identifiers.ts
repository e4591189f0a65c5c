/** What is known about the people and places of a case, in clear. It is read when a text is checked and never stored. */
export interface Identifiers {
  child: { name: string; pinyin: string };
  guardians: readonly { name: string; called: string }[];
  staff: readonly string[];
  classmates: readonly string[];
  classes: readonly string[];
  /** The school, what is above it, its departments and sites. */
  orgs: readonly string[];
  /** School number, identity card, mobiles. */
  numbers: readonly string[];
  addresses: readonly string[];
  /** Stage of schooling in words, in place of grades. */
  stage: string;
  /** Day on which the case was opened, `YYYY-MM-DD`; days in the text become distances from it. */
  openedOn: string;
}

/** What a piece of text gives away. */
export const FINDING_KINDS = ['name', 'number', 'class', 'place', 'date'] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** A piece of text that identifies, or may identify, a person. */
export interface Finding {
  kind: FindingKind;
  text: string;
  /** A certain one stops the release; others are for a person to look at. */
  certain: boolean;
}

/** One kind of piece, and what stands in its place. */
export interface Rule extends Pick<Finding, 'kind' | 'certain'> {
  pattern: RegExp;
  instead: string | ((found: string) => string);
}

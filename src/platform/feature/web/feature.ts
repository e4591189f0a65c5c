import type { ComponentType } from 'react';
import type { Texts } from '../../i18n/web/texts.ts';
import type { FieldKind } from '../../schema/types.ts';
import type { ControlProps } from './control.ts';
import type { NoticeSubject } from './notice-subject.ts';
import type { PageEntry } from './page.ts';
import type { RowActOf } from './row-act.ts';

/** Code that comes when it is first needed: `feature.ts` stands in the first bundle and stays small. */
export type Load<P> = () => Promise<ComponentType<P>>;

/** A value of a row, and how it reads as plain text. */
export interface ValueProps {
  value: unknown;
  text: string;
}

/** The panel that asks for second-step verification. */
export interface VerificationProps {
  onVerified: () => void;
  /** What giving up means, where it is not to leave the page. */
  onBack?: () => void;
}

/** What a feature brings to the browser; `src/app/web/features.ts` lists them all. */
export interface WebFeature {
  /** Name of the feature's folder. */
  name: string;
  pages?: readonly PageEntry[];
  /** Texts that other screens need before a page of the feature has come; the others come by `provideTexts`. */
  texts?: Partial<Texts>;
  /** Inputs of fields, by what a value means (`x-kind`). */
  controls?: Readonly<Partial<Record<FieldKind, Load<ControlProps>>>>;
  /** Acts for the rows of entities, by entity. */
  rowActs?: Readonly<Record<string, readonly RowActOf[]>>;
  /** Stand on the home page, under the greeting. */
  homeCards?: readonly Load<object>[];
  /** What notices are about, by `subject_type`. */
  notices?: Readonly<Record<string, NoticeSubject>>;
  /** One feature brings it. */
  verificationPanel?: Load<VerificationProps>;
  /** Looks of values in lists and details, by their list of codes (`x-enum`). */
  values?: Readonly<Record<string, Load<ValueProps>>>;
}

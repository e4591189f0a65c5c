import type { ComponentType, ReactNode } from 'react';
import type { Area } from '../../access/generated/areas.ts';
import type { ErrorCodes } from '../../errors/catalogue.ts';
import type { FeatureTexts } from '../../i18n/web/texts.ts';
import type { Row } from '../../resources/contract/resource.ts';
import type { FieldKind } from '../../schema/types.ts';
import type { ControlProps } from './control.ts';
import type { NoticeSubject } from './notice-subject.ts';
import type { MenuGroup, PageEntry } from './page.ts';
import type { PublicPage } from './public-page.ts';
import type { RowActOf } from './row-act.ts';
import type { TourStep } from './tour-step.ts';

/** Props of a panel about a row beside its list. */
export interface RowPanelProps {
  row: Row;
  open: boolean;
  onClose: () => void;
}

/**
 * The page that a value of a row opens, if the role may open its area. In the list of `panel.entity` a plain click
 * opens the panel instead.
 */
export interface RowLink {
  area: Area;
  to: (row: Row) => string | undefined;
  panel?: { entity: string; load: Load<RowPanelProps> };
}

/** Code that is loaded on demand, because `feature.ts` is in the first bundle. */
export type Load<P> = () => Promise<ComponentType<P>>;

/** A value of a row, and its plain text. */
export interface ValueProps {
  value: unknown;
  text: string;
}

/** Props of rows of the account page. */
export interface AccountRowsProps {
  Row: ComponentType<{ name: string; about: string; act?: ReactNode }>;
}

/** Props of the panel for second-step verification. */
export interface VerificationProps {
  onVerified: () => void;
  /** Called on cancel; default: leaves the page. */
  onBack?: () => void;
}

/** What a feature registers in the browser; `src/app/web/features.ts` lists all features. */
export interface WebFeature {
  /** Name of the feature's folder. */
  name: string;
  /** Pages behind the login. */
  pages?: readonly PageEntry[];
  publicPages?: readonly PublicPage[];
  /** Targets of the GET requests of what the layout shows above each page; they are sent while its code is loaded. */
  frameRequests?: readonly string[];
  /** Ways to sign in beside password and SMS, below the form of the sign-in page. */
  signInWays?: Load<object>;
  /** Rows among the ways in of the account page. */
  accountRows?: Load<AccountRowsProps>;
  /** At sign-out: where the browser ends a session elsewhere; empty where there is none. */
  leaveAddress?: () => Promise<string>;
  /** Groups that it adds to the main menu, with their position, ascending. */
  menuGroups?: readonly { key: MenuGroup; order: number }[];
  /** Its error codes (`errors.ts`), on both ends. */
  errors?: Partial<ErrorCodes>;
  /**
   * Titles of its pages and menu groups, and texts that other screens need before one is loaded; `provideTexts` adds
   * the others.
   */
  texts?: FeatureTexts;
  /** Inputs of fields, by `x-kind`. */
  controls?: Readonly<Partial<Record<FieldKind, Load<ControlProps>>>>;
  /** Inputs of references to its entities, for one row or several, in place of a search in their list. */
  rowControls?: Readonly<Record<string, Load<ControlProps>>>;
  /** Row acts, by entity. */
  rowActs?: Readonly<Record<string, readonly RowActOf[]>>;
  /** Pages that a value of a row opens, by field. */
  rowLinks?: Readonly<Record<string, RowLink>>;
  /** A part of the home page of students and guardians, below the greeting, in the order of the features. */
  ownHome?: Load<object>;
  /** The home page of operators of the platform, below the greeting. */
  operatorHome?: Load<object>;
  /** A line below the greeting of the home page. */
  homeLines?: readonly Load<object>[];
  /** Its steps of the tour through the home page, loaded when the tour starts. */
  tour?: () => Promise<readonly TourStep[]>;
  /** Subjects of notices, by `subject_type`. */
  notices?: Readonly<Record<string, NoticeSubject>>;
  /** Registered by exactly one feature. */
  verificationPanel?: Load<VerificationProps>;
  /** Components that show values in lists and details, by `x-enum` or `x-kind`. */
  values?: Readonly<Record<string, Load<ValueProps>>>;
}

import type { Area } from '../../access/generated/areas.ts';
import { OPEN } from '../../access/server/rights.ts';
import { stageOf } from '../../access/server/service-rules.ts';
import type { OrgContext } from '../../context/server/context.ts';
import type { CardKey, CardSize, HomeCardKey } from '../../session/home-cards.ts';
import type { HomeContent, HomeSchool, HomeStep } from '../contract.ts';

/** A right of the permission table; the act is `open` where none is named. */
export interface HomeRight {
  area: Area;
  act?: string;
}

/** A card that a home page can have. Who sees it is a question to the policies, never a role. */
export interface ReadableCard {
  key: CardKey;
  area: string;
  act?: string;
  /** Of a declared card; the others have texts. */
  title?: string;
  /** Default position, ascending; another one for groups of roles (`policies/role-groups.csv`). */
  order: number;
  orderOf?: Readonly<Record<string, number>>;
  size: CardSize;
  /** Area whose second-step verification the content needs; numbers of work that waits need none. */
  proof?: string;
  /**
   * Reads the content under the rights of the lists that its numbers open.
   *
   * @returns undefined where the card means nothing to the reader
   */
  read(ctx: OrgContext): Promise<HomeContent | undefined>;
}

/** A card of a feature. */
export interface HomeCard extends ReadableCard, HomeRight {
  key: HomeCardKey;
  area: Area;
  act?: string;
  proof?: Area;
}

/** A step of the checklist of a new school year, shown to those who may do it. */
export interface NewYearStep extends HomeRight {
  order: number;
  read(ctx: OrgContext): Promise<HomeStep>;
}

/** What a feature knows of an institution's schools, by their ids; for the table of schools. */
export interface SchoolFacts extends HomeRight {
  proof?: Area;
  read(ctx: OrgContext, schoolIds: readonly string[]): Promise<ReadonlyMap<string, Partial<HomeSchool>>>;
}

declare module '../../feature/server/feature.ts' {
  interface ServerFeature {
    /** Cards of the home page of staff. */
    homeCards?: readonly HomeCard[];
    /** Steps of the checklist of a new school year. */
    newYearSteps?: readonly NewYearStep[];
    /** Columns of an institution's table of schools. */
    schoolFacts?: readonly SchoolFacts[];
  }
}

declare module '../../context/server/services.ts' {
  interface Services {
    /** Cards, steps and facts about schools of the home page, of all features. */
    home: {
      cards: readonly HomeCard[];
      steps: readonly NewYearStep[];
      schoolFacts: readonly SchoolFacts[];
    };
  }
}

/** Whether the role has the right, and the organisation's service is at a stage that has it. */
export const mayUse = (
  { actor, now, services: { access } }: OrgContext,
  { area, act = OPEN }: Pick<ReadableCard, 'area' | 'act'>,
): boolean => access.decide(actor, area, act) && access.serves(stageOf(actor, now()), actor.roleId, area, act);

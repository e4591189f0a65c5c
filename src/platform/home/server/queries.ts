import type { Insertable, Selectable } from 'kysely';
import { qb } from '../../db/server/query-builder.ts';
import type { CardPlace, ViewCardShape } from '../../session/home-cards.ts';

/** The home page as a person arranged it in a role. */
export interface HomeLayoutsTable {
  org_id: string;
  user_id: string;
  role_id: number;
  cards: CardPlace[];
  updated_at: string;
}
/** A card that an organisation declared from a shared view of a list. */
export interface HomeCardsTable {
  org_id: string;
  card_id: string;
  view_id: string;
  title: string;
  shown_as: ViewCardShape;
  /** Field by which a chart divides the rows. */
  field: string | null;
  created_at: string;
}
declare module '../../db/server/tables.ts' {
  interface Tables {
    home_layouts: HomeLayoutsTable;
    home_cards: HomeCardsTable;
  }
}

/** A person in a role. */
export interface LayoutHolder {
  orgId: string;
  userId: string;
  roleId: number;
}

export const layoutOf = ({ orgId, userId, roleId }: LayoutHolder) =>
  qb
    .selectFrom('home_layouts')
    .select('cards')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('role_id', '=', roleId);

export const putLayout = ({ orgId, userId, roleId }: LayoutHolder, cards: readonly CardPlace[], at: string) => {
  const set = { cards: JSON.stringify(cards) as unknown as CardPlace[], updated_at: at };
  return qb
    .insertInto('home_layouts')
    .values({ org_id: orgId, user_id: userId, role_id: roleId, ...set })
    .onConflict((c) => c.columns(['org_id', 'user_id', 'role_id']).doUpdateSet(set));
};

export const dropLayout = ({ orgId, userId, roleId }: LayoutHolder) =>
  qb.deleteFrom('home_layouts').where('org_id', '=', orgId).where('user_id', '=', userId).where('role_id', '=', roleId);

/** A declared card with its view; without one while its author does not share it. */
export type DeclaredCard = Pick<Selectable<HomeCardsTable>, 'card_id' | 'title' | 'shown_as' | 'field'> & {
  resource: string | null;
  filters: Record<string, string> | null;
  sort: string | null;
  columns: { order: string[]; hidden: string[]; shown_as?: string } | null;
};

/** The declared cards of an organisation, oldest first. */
export const declaredCardsOf = (orgId: string) =>
  qb
    .selectFrom('home_cards as c')
    .leftJoin('saved_views as v', (join) =>
      join.onRef('v.org_id', '=', 'c.org_id').onRef('v.view_id', '=', 'c.view_id').on('v.shared', '=', true),
    )
    .select(['c.card_id', 'c.title', 'c.shown_as', 'c.field', 'v.resource', 'v.filters', 'v.sort', 'v.columns'])
    .where('c.org_id', '=', orgId)
    .orderBy('c.card_id');

/** A view that is shared with the organisation. */
export const sharedViewOf = (orgId: string, viewId: string) =>
  qb
    .selectFrom('saved_views')
    .select(['resource', 'filters', 'sort', 'columns'])
    .where('org_id', '=', orgId)
    .where('view_id', '=', viewId)
    .where('shared', '=', true);

export const insertCard = (row: Insertable<HomeCardsTable>) => qb.insertInto('home_cards').values(row);

export const deleteCard = (orgId: string, cardId: string) =>
  qb.deleteFrom('home_cards').where('org_id', '=', orgId).where('card_id', '=', cardId).returning('title');

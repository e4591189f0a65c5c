import { qb } from '../../db/server/query-builder.ts';
import type { CardPlace } from '../../session/home-cards.ts';

/** The home page as a person arranged it in a role. */
export interface HomeLayoutsTable {
  org_id: string;
  user_id: string;
  role_id: number;
  cards: CardPlace[];
  updated_at: string;
}
declare module '../../db/server/tables.ts' {
  interface Tables {
    home_layouts: HomeLayoutsTable;
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

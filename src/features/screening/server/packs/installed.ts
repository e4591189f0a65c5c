import type { Database } from '../../../../platform/db/server/database.ts';
import type { Licence } from '../../rules/scales/pack-parts.ts';
import type { Pack } from '../../rules/scales/pack.ts';
import { installedPacks, packTenants, type InstalledRow } from '../queries/installed-packs.ts';
import { nameOf, type Shelf } from './shelf.ts';
import { isPack } from './validate-pack.ts';

/** Who declared at the installation which licence the school holds. */
export interface Declaration {
  by: string;
  /** YYYY-MM-DD. */
  on: string;
  statement: string;
}

/** What schools installed themselves. */
export interface InstalledPacks {
  /** Schools that have installed anything. */
  tenants(): Promise<string[]>;
  /** In the order of installation, removed ones too. */
  of(orgId: string): Promise<InstalledRow[]>;
}

export const storedPacks = (db: Database): InstalledPacks => ({
  async tenants() {
    const [rows] = await db.read({ orgId: null, userId: null }, [packTenants()]);
    return rows.map(({ org_id }) => org_id);
  },
  async of(orgId) {
    const [rows] = await db.read({ orgId, userId: null }, [installedPacks(orgId)]);
    return rows;
  },
});

/** What the publisher or the product says about a licence stays; anything less becomes the school's declaration. */
const stateOf = ({ state }: Licence): Licence['state'] => (state === 'cleared' || state === 'own' ? state : 'declared');

/** A pack with the school's declaration in the place of the file's. */
export const withDeclaration = (pack: Pack, declaration: Declaration): Pack =>
  pack.kind === 'questionnaire'
    ? pack
    : { ...pack, licence: { ...pack.licence, state: stateOf(pack.licence), declaration: { ...declaration } } };

function packOf({ document, declared_by, declared_on, statement }: InstalledRow): Pack | undefined {
  const pack: unknown = JSON.parse(document);
  if (!isPack(pack)) return undefined;
  if (declared_by === null || declared_on === null) return pack;
  return withDeclaration(pack, { by: declared_by, on: declared_on, statement: statement ?? '' });
}

/**
 * The shelf of a school's installed packs: the one installed last is current. A removed one is only readable, for
 * sheets that name its version.
 *
 * @param refuse Called for a row that a newer product cannot read any more
 */
export function shelveInstalled(rows: readonly InstalledRow[], refuse: (row: InstalledRow) => void): Shelf {
  const current = new Map<string, Pack>();
  const versions = new Map<string, Pack>();
  for (const row of rows) {
    const pack = packOf(row);
    if (!pack) {
      refuse(row);
      continue;
    }
    versions.set(nameOf(pack), pack);
    if (row.removed_at === null) current.set(pack.id, pack);
  }
  return { current, versions };
}

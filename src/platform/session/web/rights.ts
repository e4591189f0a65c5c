import { Authorizer } from 'casbin.js';
import type { Abilities } from '../../access/contract.ts';
import { createStore, useStore } from './store.ts';

/** The answers of the server's policies for the current organisation and role. */
export interface Rights {
  /** Whether the role may do an act in an area; `open` shows the area's page. A local look-up: lists ask once per row. */
  can(area: string, act: string): boolean;
  /** Areas behind second-step verification. */
  protected: ReadonlySet<string>;
  /** Page-level flags of roles 9 and 10 (`spec §3`). */
  flags: Readonly<Record<string, boolean>>;
}

/** A new authorizer each time: setting permissions a second time would merge them into the old. */
export function rightsFrom({ permissions, protected: areas, flags }: Abilities): Rights {
  const authorizer = new Authorizer('manual');
  authorizer.setPermission(permissions);
  return { can: (area, act) => authorizer.permission?.check(act, area) ?? false, protected: new Set(areas), flags };
}

/** Nothing is allowed until the server has said so. */
const NONE: Rights = { can: () => false, protected: new Set(), flags: {} };

export const rightsStore = createStore<Rights>(NONE);

export const useRights = (): Rights => useStore(rightsStore);

export const forgetRights = (): void => rightsStore.set(NONE);

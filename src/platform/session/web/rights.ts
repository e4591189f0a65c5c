import { Authorizer } from 'casbin.js';
import type { Abilities } from '../../access/contract.ts';
import { isProtected } from '../../access/secondary.ts';
import { createStore } from '../../state/web/store.ts';

/** Decisions of the server's policies for the current organisation and role. */
export interface Rights {
  /** Whether the role may do an act in an area; `open` shows the area's page. */
  can(area: string, act: string): boolean;
  /** Areas that require second-step verification. */
  protected: ReadonlySet<string>;
  /** Page-level flags of roles 9 and 10 (`spec §3`). */
  flags: Readonly<Record<string, boolean>>;
}

/** Creates a new authorizer each time, because setting permissions twice would merge them. */
export function rightsFrom({ permissions, protected: areas, flags }: Abilities): Rights {
  const authorizer = new Authorizer('manual');
  authorizer.setPermission(permissions);
  return { can: (area, act) => authorizer.permission?.check(act, area) ?? false, protected: new Set(areas), flags };
}

/** Whether the page of an area is shown to the role at once, without second-step verification. */
export const opensAtOnce = ({ can, protected: areas }: Rights, area: string): boolean =>
  can(area, 'open') && !isProtected(areas, area);

/** Nothing is allowed until the server has answered. */
const NO_RIGHTS: Rights = { can: () => false, protected: new Set(), flags: {} };

/** The rights of the current role. Components read them through Refine (`use-may.ts`). */
export const rightsStore = createStore<Rights>(NO_RIGHTS);

export const forgetRights = (): void => rightsStore.set(NO_RIGHTS);

/** For code outside components; a component uses `useMay`, which follows changes of the rights. */
export const mayNow = (area: string, act: string): boolean => rightsStore.get().can(area, act);

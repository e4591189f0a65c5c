import { createContext, useContext } from 'react';
import type { PortalData } from './portal-data.ts';

export const PortalContext = createContext<PortalData>({ schemas: new Map(), org: undefined });

/** The tenant's schemas and organisation. */
export const usePortal = (): PortalData => useContext(PortalContext);

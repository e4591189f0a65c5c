import path from 'node:path';
import { root } from '../../platform/runtime/server/root.ts';

/** Where the own definitions of organisations lie. */
export interface TenantFolder {
  /** A folder for each organisation, with its own fields and scales. */
  schemas: string;
  /** Files that take the place of those in the product's `policies/`. */
  policies: string;
}

/** The parts of `TENANTS_DIR`, or of the project, which has the same tree. */
export const tenantFolder = (dir: string = root): TenantFolder => ({
  schemas: path.join(dir, 'schemas/tenants'),
  policies: path.join(dir, 'policies'),
});

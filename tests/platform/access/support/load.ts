import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { loadPolicies, type Policies, type PolicySource } from '../../../../src/platform/access/server/policies.ts';
import type { RightsHolder } from '../../../../src/platform/access/server/rights.ts';
import { endpoint, type EndpointSpec } from '../../../../src/platform/contract/endpoint.ts';
import { root } from '../../../../src/platform/runtime/server/root.ts';

export const POLICIES = path.join(root, 'policies');

/** A call of an area and act, as the contract would declare it. */
export const callOf = (area: string, act: string): EndpointSpec =>
  endpoint({
    name: `${area}.${act}`,
    method: 'GET',
    path: `/${area}/${act}`,
    summary: area,
    access: { auth: 'org', area, act },
  });

/** Calls whose acts a row of `policies/` names, so that the files are valid without the contract. */
const NAMED = [callOf('index', 'arrange'), callOf('media', 'upload')];

export const load = ({ endpoints = [], ...source }: Partial<PolicySource> = {}): Promise<Policies> =>
  loadPolicies({ dir: POLICIES, endpoints: [...NAMED, ...endpoints], ...source });

/** The product's policies with some files replaced. */
export function loadWith(
  files: Readonly<Record<string, string>>,
  source: Partial<PolicySource> = {},
): Promise<Policies> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'policies-'));
  cpSync(POLICIES, dir, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(dir, name), text);
  return load({ ...source, dir });
}

export const SCHOOL = 2;
export const INSTITUTION = 1;

export const holder = (roleId: number, more: Partial<RightsHolder> = {}): RightsHolder => ({
  roleId,
  orgType: SCHOOL,
  eduLevel: 1,
  features: new Set(),
  ...more,
});

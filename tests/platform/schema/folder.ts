import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { root } from '../../../src/platform/runtime/server/root.ts';

/** The areas of own resources that have a line in `policies/access.csv`. */
export const AREAS: ReadonlySet<string> = new Set(['own-resource', 'own/equipment']);

/** A `schemas` folder for a test: the project's shared files, and only the test's overlays. */
export interface SchemaFolder {
  readonly path: string;
  /** Writes a file; text unchanged, anything else as JSON. */
  write(file: string, content: unknown): void;
  overlay(orgId: string, content: unknown, entity?: string): void;
}

export function schemaFolder(): SchemaFolder {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu-schemas-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(path.join(root, 'schemas'), folder, {
    recursive: true,
    filter: (file) => !file.includes(`${path.sep}tenants`),
  });
  const write = (file: string, content: unknown) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
  };
  return {
    path: folder,
    write,
    overlay: (orgId, content, entity = 'class') => write(`tenants/${orgId}/${entity}.json`, content),
  };
}

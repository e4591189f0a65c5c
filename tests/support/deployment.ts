import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { root } from '../../src/platform/runtime/server/root.ts';

export const DEPLOY = path.join(root, '.deploy');

export const deployed = (file: string): string => readFileSync(path.join(DEPLOY, file), 'utf8');

/** The documents of a YAML file, with its merge keys resolved. Throws where it is malformed or has a key twice. */
export const yamlOf = (file: string): unknown[] =>
  parseAllDocuments(deployed(file), { merge: true, strict: true, uniqueKeys: true }).map((document) => {
    const [error] = [...document.errors, ...document.warnings];
    if (error) throw error;
    return document.toJS() as unknown;
  });

/** Whether a program is installed. */
export const hasProgram = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;

/** A folder of secrets, as an operator makes it, and the renewal key that the script prints. */
export function newSecrets(...hosts: string[]): { folder: string; renewalKey: string } {
  const folder = path.join(mkdtempSync(path.join(os.tmpdir(), 'xinyu secrets ')), 'secrets');
  const printed = execFileSync('sh', [path.join(DEPLOY, 'new-secrets.sh'), folder, ...hosts], { encoding: 'utf8' });
  return { folder, renewalKey: /^RENEWAL_KEY=(\S+)$/m.exec(printed)?.[1] ?? '' };
}

const CERTIFICATE = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2';

/** A certificate that signs itself, as two files. @param at Their path without `.key` and `.crt` */
export function newCertificate(name: string, at: string): void {
  const about = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  execFileSync('openssl', [...CERTIFICATE.split(' '), ...about, '-keyout', `${at}.key`, '-out', `${at}.crt`], {
    stdio: 'ignore',
  });
}

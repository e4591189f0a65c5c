import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import semver from 'semver';
import { root } from './root.mjs';
import { Problem } from './say.mjs';

/**
 * A package of the lockfile.
 *
 * @typedef {{ name: string; version: string; licence: string }} Package
 */

/**
 * An advisory in the format of OSV (ossf.github.io/osv-schema), as far as it is read here.
 *
 * @typedef {{ type: string; events: Record<string, string>[] }} Range
 *
 * @typedef {{ package?: { ecosystem: string; name: string }; versions?: string[]; ranges?: Range[] }} Affected
 *
 * @typedef {{ id: string; summary?: string; withdrawn?: string; affected?: Affected[] }} Advisory
 */

/** Licences under which packages may be used: they ask for a notice at most, or are used unchanged and separately. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]);

/** Names that some packages write instead of the SPDX identifier. @type {Readonly<Record<string, string>>} */
const SPELLINGS = { 'MIT,Apache2': 'MIT AND Apache-2.0' };

/**
 * The packages that `package-lock.json` installs.
 *
 * @param {string} [file]
 * @returns {Package[]}
 */
export function lockedPackages(file = path.join(root, 'package-lock.json')) {
  /** @type {{ packages: Record<string, { version?: string; license?: string }> }} */
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(packages).flatMap(([place, { version, license = '' }]) => {
    const name = place.split('node_modules/').at(-1) ?? '';
    return place === '' || version === undefined ? [] : [{ name, version, licence: SPELLINGS[license] ?? license }];
  });
}

/** Whether an SPDX expression of AND and OR names licences that are allowed. @param {string} expression */
export const isAllowed = (expression) =>
  expression
    .replaceAll(/[()]/g, ' ')
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((licence) => ALLOWED.has(licence.trim())));

/** @param {Advisory} advisory */
const isKnown = (advisory) => typeof advisory === 'object' && advisory !== null && typeof advisory.id === 'string';

/**
 * The advisories of a file (one, or a list) or of a folder of such files.
 *
 * @param {string} place
 * @returns {Advisory[]}
 */
export function readAdvisories(place) {
  const files = statSync(place).isDirectory()
    ? readdirSync(place)
        .filter((file) => file.endsWith('.json'))
        .map((file) => path.join(place, file))
    : [place];
  const found = files.flatMap((file) => {
    try {
      return [JSON.parse(readFileSync(file, 'utf8'))].flat();
    } catch {
      throw new Problem(`${file} 不是 JSON 文件`);
    }
  });
  if (found.length === 0 || !found.every(isKnown))
    throw new Problem(`${place} 里没有 OSV 格式的公告（每条要有 id 和 affected）`);
  return found;
}

/** @param {string} version @param {Range} range */
function isInRange(version, { type, events }) {
  if (type !== 'SEMVER' && type !== 'ECOSYSTEM') return false;
  let isAffected = false;
  for (const { introduced, fixed, last_affected: last } of events) {
    if (introduced !== undefined && (introduced === '0' || semver.gte(version, introduced))) isAffected = true;
    if (fixed !== undefined && semver.gte(version, fixed)) isAffected = false;
    if (last !== undefined && semver.gt(version, last)) isAffected = false;
  }
  return isAffected;
}

/**
 * Packages that an advisory is about.
 *
 * @param {readonly Package[]} packages
 * @param {readonly Advisory[]} advisories
 */
export const affected = (packages, advisories) =>
  advisories
    .filter(({ withdrawn }) => withdrawn === undefined)
    .flatMap(({ id, summary = '', affected: about = [] }) =>
      packages.flatMap((one) =>
        about.some(
          ({ package: named, versions = [], ranges = [] }) =>
            named?.ecosystem === 'npm' &&
            named.name === one.name &&
            (versions.includes(one.version) || ranges.some((range) => isInRange(one.version, range))),
        )
          ? [{ id, summary, ...one }]
          : [],
      ),
    );

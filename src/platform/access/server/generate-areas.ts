import { isOwnArea, OWN_AREA } from '../../schema/own-resource.ts';

/** The file that `generateAreas` fills, as a path from the project's root; a test checks that it is fresh. */
export const AREAS_FILE = 'src/platform/access/generated/areas.ts';

/** Areas as types for both ends, without those of a tenant's own resources. */
export function generateAreas(areas: ReadonlySet<string>): string {
  const names = [...areas].filter((area) => area === OWN_AREA || !isOwnArea(area)).toSorted();
  return `// Made from policies/access.csv by \`npm run gen\`. Do not edit.

/** The areas of the portal, named by the paths of their pages (\`api.md\`, what may I). */
export const AREAS = [
${names.map((name) => `  '${name}',\n`).join('')}] as const;
export type Area = (typeof AREAS)[number];
`;
}

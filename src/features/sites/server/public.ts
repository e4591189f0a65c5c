export { orgOfHost } from './read-site.ts';
export { indexConfigOf } from './queries.ts';

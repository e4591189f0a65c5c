export { orgOfHost } from './read-site.ts';
export { ownHost } from './own-host.ts';
export { indexConfigOf, siteByHostName } from './queries.ts';

export { orgOfHost } from './read-site.ts';

import { PAGE_SIZE_DEFAULT } from '../../contract/common.ts';
import { pathOf } from '../../contract/endpoint.ts';
import { getPreference, listPreference } from '../contract/preferences.ts';

/**
 * The requests that a `ResourcePage` without fixed filters sends first: its rows and the user's settings of the list.
 *
 * @param path Path of the rows, from the schema of the resource
 */
export const firstRequests = (resource: string, path: string): string[] => [
  `${path}?page=1&size=${PAGE_SIZE_DEFAULT}`,
  pathOf(getPreference, { key: listPreference(resource) }),
];

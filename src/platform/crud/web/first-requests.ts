import { PAGE_SIZE_DEFAULT } from '../../contract/common.ts';
import { pathOf } from '../../contract/endpoint.ts';
import { getPreference } from '../contract/preferences.ts';

/** Preference that holds a user's settings of a list. */
export const viewKey = (resource: string): string => `list-${resource}`;

/**
 * The requests that a `ResourcePage` without fixed filters sends first: its rows and the user's settings of the list.
 *
 * @param path Path of the rows, from the schema of the resource
 */
export const firstRequests = (resource: string, path: string): string[] => [
  `${path}?page=1&size=${PAGE_SIZE_DEFAULT}`,
  pathOf(getPreference, { key: viewKey(resource) }),
];

import { PAGE_SIZE_DEFAULT } from '../../contract/common.ts';
import { pathOf } from '../../contract/endpoint.ts';
import { getPreference, listPreference } from '../contract/preferences.ts';

/** The request of the first page of rows. @param path Path of the rows, from the schema of the resource */
export const rowsRequest = (path: string): string => `${path}?page=1&size=${PAGE_SIZE_DEFAULT}`;

/** The request of the user's settings of a list. */
export const viewRequest = (resource: string): string => pathOf(getPreference, { key: listPreference(resource) });

/**
 * The requests that a `ResourcePage` without fixed filters sends first: its rows and the user's settings of the list.
 *
 * @param path Path of the rows, from the schema of the resource
 */
export const firstRequests = (resource: string, path: string): string[] => [rowsRequest(path), viewRequest(resource)];

/** Names that the calls of a resource use themselves, or that mean something else to JavaScript. */
export const RESERVED: readonly string[] = [
  'page',
  'size',
  'sort',
  'ids',
  'format',
  'items',
  'total',
  'ext',
  'org_id',
  'constructor',
  'prototype',
  'valueof',
  'tostring',
];
/** Columns that every table has for the core; a tenant's field with such a name would hide them. */
export const RESERVED_FOR_CORE: readonly string[] = ['created_at', 'updated_at', 'user_id', 'role_id'];

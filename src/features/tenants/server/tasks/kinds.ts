/** Names of the kinds of jobs. They run for the provider's organisation. */
export const EXPORT = 'organisation-export';
export const ERASE = 'organisation-erase';
export const CHECK = 'organisation-check';
export const IMPORT = 'organisation-import';

/** Names of the kinds of jobs. They run for the provider's organisation. */
export const EXPORT = 'organisation-export';
export const ERASE = 'organisation-erase';

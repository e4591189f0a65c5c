/**
 * The organisation of the provider itself (`org_type` 99): its operation log is the chain in which acts on
 * organisations are kept. Ids of organisations have four digits or more.
 */
export const PLATFORM_ORG = '99';

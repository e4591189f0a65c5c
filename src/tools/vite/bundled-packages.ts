/**
 * Packages that become part of the server's bundle. They are hundreds of small files: bundled, a process of the server
 * starts a third sooner and needs 20 MiB less memory.
 */
export const BUNDLED_PACKAGES = ['hucre', 'kysely', 'typebox'];

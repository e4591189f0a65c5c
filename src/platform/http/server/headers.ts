/** On every answer of the API: nothing of it is cached, sniffed, framed or shown by another site. */
export const API_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** One year; sent only over TLS, since a school may run the portal on a LAN without. */
export const HSTS = 'max-age=31536000';

/** On files of the portal. */
export const FILE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/**
 * What the portal's page may load. Scripts are files of our own, nothing inline and no eval. antd writes `<style>`
 * elements at run time: they carry the page's nonce. Style attributes stay allowed, since charts put markup with them
 * into their tooltips and they can load nothing. Pictures may come from other sites, where a tenant keeps its logo.
 * Files are posted to the object store, where that is another site; they come back by the portal itself.
 *
 * @param uploads Origin of that store
 */
export const contentSecurityPolicy = (nonce: string, uploads?: string): string =>
  `default-src 'self'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline'; img-src 'self' https: data: blob:; font-src 'self' data:; connect-src 'self'${uploads === undefined ? '' : ` ${uploads}`}; ` +
  `media-src 'self' blob:; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/** On the portal's page, beside the policy above. */
export const PAGE_HEADERS = {
  ...FILE_HEADERS,
  'cache-control': 'no-cache',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
} as const;

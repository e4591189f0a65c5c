/** On every answer of the API: it is never cached, sniffed, framed or loaded by another site. */
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
 * The policy of the portal's page. Scripts only from our own files, no inline scripts, no eval. antd adds `<style>`
 * elements at run time, which carry the page's nonce. Style attributes are allowed, because charts use them in tooltips
 * and they cannot load anything. Images may be from other sites, where a tenant hosts its logo. Uploads are posted to
 * the object store, which may be another site; downloads pass through the portal.
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

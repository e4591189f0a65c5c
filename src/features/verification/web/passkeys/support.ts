const ADDRESS = /^(\d+\.\d+\.\d+\.\d+|\[.*\])$/;

/** Whether passkeys can be used on this page: it needs TLS (or localhost), a host name, and a browser that knows them. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && typeof window.PublicKeyCredential === 'function' && !ADDRESS.test(location.hostname);

import { call } from '../../../platform/http/web/call.ts';
import { ssoSignOut } from '../contract.ts';

const TIMEOUT_MS = 5000;

/** Where the browser ends its session at the identity server that signed it in; empty where there is none. */
export async function leaveAddress(): Promise<string> {
  const { url } = await call(ssoSignOut, {}, { quiet: true, noPrompt: true, timeout: TIMEOUT_MS });
  return url;
}

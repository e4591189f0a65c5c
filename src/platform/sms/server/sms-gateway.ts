import { notSent, SEND_TIMEOUT_MS, type Sms } from './sms.ts';

export interface GatewayOptions {
  url: string;
  /** Sent as `authorization: Bearer …`. */
  token: string | undefined;
}

/**
 * Sends through the operator's HTTP gateway: `POST` of `{"mobile", "type", "text"}` as JSON; any 2xx counts as sent.
 * The response is neither logged nor shown, because it may repeat the code.
 */
export const smsGateway = ({ url, token }: GatewayOptions): Sms => ({
  available: true,
  async send({ mobile, type, text }) {
    const sent = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ mobile, type, text }),
    }).then(
      async (answer) => {
        await answer.body?.cancel();
        return answer.ok ? undefined : new Error(`the SMS gateway answered ${answer.status}`);
      },
      (error: unknown) => error,
    );
    if (sent !== undefined) throw notSent(sent);
  },
});

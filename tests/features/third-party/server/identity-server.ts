import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export const CLIENT = { client_id: 'portal', client_secret: 'secret-of-the-portal-at-the-school' };

/** An identity server (oidc-provider) with people who are signed in there at once. */
export class IdentityServer {
  readonly #server: http.Server;
  /** The person who answers the next request for authorisation. */
  person = 'plain';
  /** What the server says of a person, by subject, in place of the usual. */
  readonly claims = new Map<string, Readonly<Record<string, unknown>>>();
  /** Calls that it has answered. */
  readonly paths: string[] = [];

  private constructor(server: http.Server) {
    this.#server = server;
  }

  static async start(returnTo: readonly string[]): Promise<IdentityServer> {
    const server = http.createServer();
    await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
    const own = new IdentityServer(server);
    const provider = new Provider(own.issuer, {
      clients: [
        {
          ...CLIENT,
          redirect_uris: returnTo.map((origin) => `${origin}/sso-login`),
          post_logout_redirect_uris: returnTo.map((origin) => `${origin}/login`),
        },
      ],
      scopes: ['openid', 'profile', 'staff'],
      claims: {
        openid: ['sub'],
        profile: ['preferred_username', 'email', 'email_verified', 'roles'],
        staff: ['staff_number'],
      },
      conformIdTokenClaims: true,
      findAccount: (_, sub) => ({
        accountId: sub,
        claims: () => ({ sub, preferred_username: sub.split(':')[0] ?? '', ...own.claims.get(sub) }),
      }),
      features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      pkce: { required: () => true },
      cookies: { keys: ['a key of the tests'] },
      jwks: undefined,
    });
    const answer = provider.callback();
    server.on('request', (request, response) => {
      own.paths.push((request.url ?? '').split('?')[0] ?? '');
      if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
      void (async () => {
        const { prompt, params } = await provider.interactionDetails(request, response);
        if (prompt.name === 'login')
          return provider.interactionFinished(request, response, { login: { accountId: own.person } });
        const grant = new provider.Grant({ accountId: own.person, clientId: String(params['client_id']) });
        grant.addOIDCScope(String(params['scope']));
        return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
      })();
    });
    return own;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Follows a browser from the address of the authorisation to the page of the portal. */
  async authorise(address: string): Promise<{ code: string; state: string; iss: string; error: string }> {
    const cookies = new Map<string, string>();
    let at = address;
    for (let step = 0; step < 10 && at.startsWith(this.issuer); step++) {
      const answer = await fetch(at, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      });
      for (const line of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
        cookies.set(name, value);
      }
      const next = answer.headers.get('location');
      if (next === null) throw new Error(`the identity server shows a page: ${answer.status} ${await answer.text()}`);
      at = new URL(next, at).href;
    }
    const { searchParams } = new URL(at);
    const get = (name: string) => searchParams.get(name) ?? '';
    return { code: get('code'), state: get('state'), iss: get('iss'), error: get('error') };
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((closed) => void this.#server.close(() => closed()));
  }
}

import { createHash, randomBytes } from 'node:crypto';
import type { Answer, Client } from '../../../support/client.ts';

/** A browser that goes out to a provider and comes back, with the secret that it keeps meanwhile. */
export class Browser {
  readonly secret = randomBytes(32).toString('base64url');
  readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  get hash(): string {
    return createHash('sha256').update(this.secret).digest('base64url');
  }

  /** The answer with the address of the provider's page. */
  goOut(
    plat_source: string,
    { way = 'qr', tenant, suite_id }: { way?: string; tenant?: string; suite_id?: string } = {},
  ): Promise<Answer> {
    return this.client.publicly('POST', '/v2/oauth2/third/authorize', {
      plat_source,
      way,
      browser_hash: this.hash,
      ...(tenant && { tenant }),
      ...(suite_id && { suite_id }),
    });
  }

  signIn(
    plat_source: string,
    { suite_id, ...came }: { code: string; state: string; iss?: string; suite_id?: string },
  ): Promise<Answer> {
    const suite = suite_id === undefined ? '' : `&suite_id=${suite_id}`;
    if (plat_source === 'wwork')
      return this.client.publicly('POST', `/v2/oauth2/wechat_biz/third?code=${came.code}${suite}`, {
        state: came.state,
        browser: this.secret,
      });
    return this.client.publicly('POST', '/v2/oauth2/tokens/actions/third_sign_in', {
      plat_source,
      ...came,
      browser: this.secret,
    });
  }
}

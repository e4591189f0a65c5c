import { createSign, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does wrong. */
export type Forgery =
  | 'nothing'
  | 'unknown kid'
  | 'alg none'
  | 'foreign key'
  | 'wrong audience'
  | 'wrong issuer'
  | 'expired'
  | 'wrong nonce'
  | 'altered claims'
  | 'no ID token'
  | 'hangs'
  | 'huge';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const DAY_S = 86_400;

/** An identity server whose ID tokens can be forged in one way. */
export class ForgingServer {
  forgery: Forgery = 'nothing';
  login = 'plain';
  sid = 'session-there';
  /** More claims of the ID token. With `altered claims` somebody adds them after it was signed. */
  more: object = {};
  #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  #foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
  #server = http.createServer((request, response) => void this.#answer(request, response));
  #nonce = '';

  static async start(): Promise<ForgingServer> {
    const own = new ForgingServer();
    await new Promise<void>((listening) => void own.#server.listen(0, '127.0.0.1', listening));
    return own;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** A person agrees; the code says nothing. */
  agree(address: string): { code: string; state: string } {
    const { searchParams } = new URL(address);
    this.#nonce = searchParams.get('nonce') ?? '';
    return { code: randomUUID(), state: searchParams.get('state') ?? '' };
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((closed) => void this.#server.close(() => closed()));
  }

  /** A token of OpenID Connect Back-Channel Logout with these claims. */
  logoutToken(claims: object, { foreign = false, ...header }: { foreign?: boolean; alg?: string; typ?: string } = {}) {
    const all = { iss: this.issuer, aud: 'portal', ...claims };
    const text = `${encode({ alg: 'RS256', kid: 'one', typ: 'logout+jwt', ...header })}.${encode(all)}`;
    if (header.alg === 'none') return `${text}.`;
    const key = foreign ? this.#foreign.privateKey : this.#keys.privateKey;
    return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`;
  }

  #idToken(): string {
    const is = (forgery: Forgery) => this.forgery === forgery;
    const now = Math.floor(Date.now() / 1000);
    const header = is('alg none')
      ? { alg: 'none' }
      : { alg: 'RS256', kid: is('unknown kid') ? 'another' : 'one', typ: 'JWT' };
    const claims = {
      iss: is('wrong issuer') ? 'https://elsewhere.example' : this.issuer,
      aud: is('wrong audience') ? 'another client' : 'portal',
      sub: '1',
      nonce: is('wrong nonce') ? 'another' : this.#nonce,
      iat: is('expired') ? now - DAY_S : now,
      exp: is('expired') ? now - DAY_S / 2 : now + 300,
      preferred_username: this.login,
      sid: this.sid,
    };
    const signed = { ...claims, ...(!is('altered claims') && this.more) };
    const text = `${encode(header)}.${encode(signed)}`;
    if (is('alg none')) return `${text}.`;
    const key: KeyObject = is('foreign key') ? this.#foreign.privateKey : this.#keys.privateKey;
    const signature = createSign('RSA-SHA256').update(text).sign(key, 'base64url');
    return `${encode(header)}.${encode({ ...claims, ...this.more })}.${signature}`;
  }

  async #answer({ url = '/' }: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const send = (value: object) =>
      void response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
    if (url === '/.well-known/openid-configuration')
      return send({
        issuer: this.issuer,
        authorization_endpoint: `${this.issuer}/authorise`,
        token_endpoint: `${this.issuer}/token`,
        jwks_uri: `${this.issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      });
    if (url === '/jwks')
      return send({
        keys: [{ ...this.#keys.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
      });
    if (this.forgery === 'hangs') return undefined;
    if (this.forgery === 'huge') {
      response.setHeader('content-type', 'application/json');
      const chunk = Buffer.alloc(1 << 20, ' ');
      for (let sent = 0; sent < 100 && !response.destroyed; sent++)
        await new Promise<void>((next) => void response.write(chunk, () => next()));
      return void response.end();
    }
    return send({
      access_token: 'a',
      token_type: 'Bearer',
      expires_in: 60,
      ...(this.forgery !== 'no ID token' && { id_token: this.#idToken() }),
    });
  }
}

import { createCipheriv, createHash, randomBytes } from 'node:crypto';

type Values = Readonly<Record<string, string>>;
/** What a call gets: its query, and its body where it has one. */
export type Route = (query: Values, body: Values) => object;

export const SUITE = {
  id: 'wwsuite0001',
  secret: 'secret-of-the-suite',
  token: 'CallbackToken1',
  aesKey: 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C',
  providerCorpId: 'wwprovider01',
};
const OK = { errcode: 0, errmsg: 'ok' };

export interface Callback {
  query: string;
  body: string;
}

/** As WeCom encrypts: 16 random bytes, the length, the message and its receiver, padded to 32 bytes. */
const encrypt = (message: string, receiver: string, aesKey: string): string => {
  const key = Buffer.from(`${aesKey}=`, 'base64');
  const text = Buffer.from(message);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  const parts = Buffer.concat([randomBytes(16), length, text, Buffer.from(receiver)]);
  const pad = 32 - (parts.length % 32);
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  return Buffer.concat([cipher.update(parts), cipher.update(Buffer.alloc(pad, pad)), cipher.final()]).toString(
    'base64',
  );
};

/** The calls and callbacks of a suite, as WeCom documents them for third-party apps (第三方应用). */
export class FakeSuite {
  /** The ticket that is good now. */
  ticket = 'ticket-0';
  tokensGiven = 0;
  readonly tokens = new Set<string>();
  /** Members by their codes: a corporation and a user id; without either, a person outside of corporations. */
  readonly members = new Map<string, { corpid?: string; userid?: string }>();
  /** Corporations whose administrators have agreed, by their temporary codes. */
  readonly authCodes = new Map<string, string>();
  readonly permanentCodes = new Map<string, string>();
  readonly #corpToken: () => string;

  /** @param corpToken Makes an access token of a corporation that the other calls accept */
  constructor(corpToken: () => string) {
    this.#corpToken = corpToken;
  }

  /** The code of a member who agreed. */
  grant(member: { corpid?: string; userid?: string }): string {
    const code = randomBytes(8).toString('hex');
    this.members.set(code, member);
    return code;
  }

  /** The temporary code that an administrator brings back from the page of an authorisation. */
  authorise(corpid: string): string {
    const code = randomBytes(8).toString('hex');
    this.authCodes.set(code, corpid);
    return code;
  }

  /** A signed callback. @param at In milliseconds */
  callback(
    fields: Values,
    at: number,
    { receiver = SUITE.id, token = SUITE.token, aesKey = SUITE.aesKey }: Partial<Values> = {},
  ): Callback {
    const inner = Object.entries({ SuiteId: SUITE.id, TimeStamp: String(Math.floor(at / 1000)), ...fields })
      .map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`)
      .join('');
    const sealed = encrypt(`<xml>${inner}</xml>`, receiver, aesKey);
    const body = `<xml><ToUserName><![CDATA[${SUITE.id}]]></ToUserName><AgentID></AgentID><Encrypt><![CDATA[${sealed}]]></Encrypt></xml>`;
    return { query: this.#proof(sealed, at, token), body };
  }

  /** The query with which WeCom verifies an address. */
  verification(echo: string, at: number, receiver = SUITE.providerCorpId): string {
    const sealed = encrypt(echo, receiver, SUITE.aesKey);
    return `${this.#proof(sealed, at, SUITE.token)}&echostr=${encodeURIComponent(sealed)}`;
  }

  #proof(sealed: string, at: number, token: string): string {
    const timestamp = String(Math.floor(at / 1000));
    const nonce = randomBytes(5).toString('hex');
    const sum = createHash('sha1').update([token, timestamp, nonce, sealed].toSorted().join('')).digest('hex');
    return `msg_signature=${sum}&timestamp=${timestamp}&nonce=${nonce}`;
  }

  #authorised(answer: Route): Route {
    return (query, body) =>
      this.tokens.has(query['suite_access_token'] ?? '')
        ? answer(query, body)
        : { errcode: 42009, errmsg: 'suite_access_token expired' };
  }

  readonly routes: Record<string, Route> = {
    '/cgi-bin/service/get_suite_token': (_, { suite_id, suite_secret, suite_ticket }) => {
      if (suite_id !== SUITE.id || suite_secret !== SUITE.secret) return { errcode: 40091, errmsg: 'invalid secret' };
      if (suite_ticket !== this.ticket) return { errcode: 40085, errmsg: 'invalid suite ticket' };
      this.tokensGiven += 1;
      const suite_access_token = randomBytes(8).toString('hex');
      this.tokens.add(suite_access_token);
      return { ...OK, suite_access_token, expires_in: 7200 };
    },
    '/cgi-bin/service/auth/getuserinfo3rd': this.#authorised(({ code = '' }) => {
      const member = this.members.get(code);
      if (!member) return { errcode: 40029, errmsg: 'invalid code' };
      this.members.delete(code);
      return member.corpid ? { ...OK, ...member, open_userid: 'wo1' } : { ...OK, openid: 'o1' };
    }),
    '/cgi-bin/service/get_pre_auth_code': this.#authorised(() => ({ ...OK, pre_auth_code: 'pre1', expires_in: 1200 })),
    '/cgi-bin/service/get_permanent_code': this.#authorised((_, { auth_code = '' }) => {
      const corpid = this.authCodes.get(auth_code);
      if (corpid === undefined) return { errcode: 40078, errmsg: 'invalid auth_code' };
      this.authCodes.delete(auth_code);
      const permanent_code = randomBytes(16).toString('hex');
      this.permanentCodes.set(corpid, permanent_code);
      const auth_info = { agent: [{ agentid: 1000007, name: '心育' }] };
      return { ...OK, permanent_code, auth_corp_info: { corpid, corp_name: `企业${corpid}` }, auth_info };
    }),
    '/cgi-bin/service/get_corp_token': this.#authorised((_, { auth_corpid = '', permanent_code }) =>
      this.permanentCodes.get(auth_corpid) === permanent_code
        ? { ...OK, access_token: this.#corpToken(), expires_in: 7200 }
        : { errcode: 40084, errmsg: 'invalid permanent code' },
    ),
  };
}

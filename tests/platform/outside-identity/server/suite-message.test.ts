import { createCipheriv, createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fieldsOf, openMessage } from '../../../../src/platform/outside-identity/server/suite-message.ts';

/** The sample that WeCom publishes with its libraries (加解密库): key, token and two callbacks of 2014. */
const SAMPLE = {
  id: '',
  secret: '',
  token: 'QDG6eK',
  aesKey: 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C',
  providerCorpId: 'wx5823bf96d3bd56c7',
};
const RECEIVER = [SAMPLE.providerCorpId];
const ADDRESS = {
  msg_signature: '5c45ff5e21c57e6ad56bac8758b79b1d9ac89fd3',
  timestamp: '1409659589',
  nonce: '263014780',
};
const ECHO = 'P9nAzCzyDtyTWESHep1vC5X9xho/qYX3Zpb4yKa9SKld1DsH3Iyt3tP3zNdtp+4RPcs8TgAE7OaBO+FZXvnaqQ==';
const EVENT = {
  msg_signature: '477715d11cdb4164915debcba66cb864d751f3e6',
  timestamp: '1409659813',
  nonce: '1372623149',
};
const ENCRYPTED =
  'RypEvHKD8QQKFhvQ6QleEB4J58tiPdvo+rtK1I9qca6aM/wvqnLSV5zEPeusUiX5L5X/0lWfrf0QADHHhGd3QczcdCUpj911L3vg3W/sYYvuJTs3TUUkSUXxaccAS0qhxchrRYt66wiSpGLYL42aM6A8dTT+6k4aSknmPj48kzJs8qLjvd4Xgpue06DOdnLxAUHzM6+kDZ+HMZfJYuR+LtwGc2hgf5gsijff0ekUNXZiqATP7PF5mZxZ3Izoun1s4zG4LUMnvw2r+KqCKIw+3IQH03v+BCA9nMELNqbSf6tiWSrXJB3LAVGUcallcrw8V2t9EL4EhzJWrQUax5wLVMNS0+rUPA3k22Ncx4XXZS9o0MBH27Bo6BpNelZpS+/uh9KsNlY6bHCmJU9p8g7m3fVKn28H3KDYA5Pl/T8Z1ptDAVe0lXdQ2YoyyH2uyPIGHBZZIs2pDBS8R07+qN+E7Q==';
const at = ({ timestamp }: { timestamp: string }) => Number(timestamp) * 1000;

describe('a callback of WeCom', () => {
  it('is read as in the published sample', () => {
    expect(openMessage(SAMPLE, ADDRESS, ECHO, RECEIVER, at(ADDRESS))).toBe('1616140317555161061');
    const message = openMessage(SAMPLE, EVENT, ENCRYPTED, RECEIVER, at(EVENT));
    expect(Object.fromEntries(fieldsOf(message))).toMatchObject({ MsgType: 'text', Content: 'hello', AgentID: '218' });
  });

  it('is refused with another signature, at another time, for another receiver, or cut off', () => {
    const open = (change: object, encrypted = ENCRYPTED, receivers = RECEIVER, now = at(EVENT)) =>
      openMessage(SAMPLE, { ...EVENT, ...change }, encrypted, receivers, now);
    expect(() => open({ msg_signature: `0${EVENT.msg_signature.slice(1)}` })).toThrow('the signature');
    expect(() => open({ nonce: '1' })).toThrow('the signature');
    expect(() => open({}, ENCRYPTED.slice(0, -4))).toThrow('the signature');
    expect(() => open({}, ENCRYPTED, RECEIVER, at(EVENT) + 300_001)).toThrow('the time');
    expect(() => open({}, ENCRYPTED, RECEIVER, at(EVENT) - 300_001)).toThrow('the time');
    expect(() => open({}, ENCRYPTED, ['wx0'])).toThrow('the receiver');
  });

  it('is refused with a padding or a length that is not its own, although it is signed', () => {
    const key = Buffer.from(`${SAMPLE.aesKey}=`, 'base64');
    const open = (length: number, padding: readonly number[]) => {
      const plain = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, 0, 0, length]),
        Buffer.from(`text!!${RECEIVER[0]}`),
        Buffer.from(padding),
      ]);
      const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()]).toString('base64');
      const { timestamp, nonce } = EVENT;
      const sum = createHash('sha1').update([SAMPLE.token, timestamp, nonce, sealed].toSorted().join(''));
      return openMessage(SAMPLE, { timestamp, nonce, msg_signature: sum.digest('hex') }, sealed, RECEIVER, at(EVENT));
    };
    const padding = Array.from({ length: 20 }, () => 20);
    expect(open(6, padding)).toBe('text!!');
    expect(() => open(6, padding.with(3, 19))).toThrow('the padding');
    expect(() => open(6, padding.with(19, 0))).toThrow('the padding');
    expect(() => open(6, padding.with(19, 33))).toThrow('the padding');
    expect(() => open(200, padding)).toThrow('the length');
    expect(() => open(5, padding)).toThrow('the receiver');
  });

  it.each([
    ['a document type with an entity', '<!DOCTYPE xml [<!ENTITY a "b">]><xml><A>&a;</A></xml>'],
    ['an element that is not closed', '<xml><A>1</xml>'],
    ['elements that are too deep', `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`],
    ['too many elements', `<xml>${Array.from({ length: 200 }, (_, i) => `<A${i}>1</A${i}>`).join('')}</xml>`],
    ['no XML', '{"Encrypt": "x"'],
  ])('is refused with %s', (_, xml) => {
    expect(() => fieldsOf(xml)).toThrow('the XML');
  });

  it('keeps only the elements below the root, with sections of plain text', () => {
    expect([...fieldsOf('<xml><A><![CDATA[a&b]]></A><B> 1 </B><C><D>2</D></C></xml>')]).toEqual([
      ['A', 'a&b'],
      ['B', '1'],
      ['C', ''],
    ]);
  });
});

import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/** A secret as Standard Webhooks writes it. */
export const newSecret = (bytes: Buffer): string => `${PREFIX}${bytes.toString('base64')}`;

export interface Message {
  /** The same for every attempt. */
  id: string;
  /** Of this attempt, in milliseconds. */
  at: number;
  body: string;
}

/** Headers of a signed message (Standard Webhooks 1.0.0): a signature by each secret, the newest first. */
export function signedHeaders(secrets: readonly string[], { id, at, body }: Message): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`, 'utf8').digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

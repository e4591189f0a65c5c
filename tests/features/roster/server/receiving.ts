import { strFromU8, unzipSync } from 'fflate';
import { expect } from 'vitest';
import type { Proposal, Received } from '../../../../src/features/roster/contract.ts';
import { Importing } from '../../../platform/imports/server/support.ts';
import { dataOf, useVerifiedClient, type Listed } from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import type { DatabaseKind } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { filesOf, zipOf, type GivenTables } from '../support.ts';

const IMPORTS = '/v1/portal/roster/imports?file_name=roster.zip';
export const PROPOSALS = '/v1/portal/roster/proposals';

/** A server, the people who send it rosters, and what they do with them. */
export function useReceiving(kind: DatabaseKind) {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2001, 4);
  const psychologist = useVerifiedClient(server, 2001, 8);
  const elsewhere = useVerifiedClient(server, 2002, 4);

  const send = (file: Buffer, client: Client = admin(), part = '') =>
    client.post(`${IMPORTS}${part === '' ? '' : `&part=${part}`}`, file);
  const receive = async (tables: GivenTables, client?: Client, part?: string): Promise<Received> => {
    const answer = await send(zipOf(filesOf(tables)), client, part);
    expect(answer.status, answer.text).toBe(200);
    await server().services.jobs.idle();
    return dataOf<Received>(answer);
  };
  const importing = (received: Received, part: string, path: string, client = admin()) => {
    const one = new Importing(server(), client, `/v1/portal/${path}`);
    one.id = received.parts.find((given) => given.part === part)?.import_id ?? '';
    return one;
  };
  const proposals = async (client = admin()) =>
    dataOf<Listed<Proposal>>(await client.get(`${PROPOSALS}?size=200`)).items;
  const decide = (ids: readonly string[], decision: string, client = admin()) =>
    client.post(`${PROPOSALS}/decide`, { ids, decision });
  const problemsOf = async (files: Record<string, string>) => {
    const answer = await send(zipOf(files));
    expect(answer.status, answer.text).toBe(400);
    return [answer.json.message, ...(answer.json.details ?? []).map(({ message }: { message: string }) => message)];
  };
  /** The roster that the school itself exports, as tables. */
  const own = async () => {
    const answer = await admin().get('/v1/portal/roster/file');
    return Object.fromEntries(
      Object.entries(unzipSync(new Uint8Array(answer.body))).map(([name, bytes]) => [name, strFromU8(bytes)]),
    );
  };
  return { server, admin, psychologist, elsewhere, send, receive, importing, proposals, decide, problemsOf, own };
}

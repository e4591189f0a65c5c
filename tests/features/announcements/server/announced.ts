import type { Client, Json } from '../../../support/client.ts';
import type { TestServer } from '../../../support/server.ts';

export const READ = '/v1/portal/announcements';
export const WRITE = '/v1/portal/manage/announcements';

/** A signed-in member of the demo's staff. */
export const staff = async (server: TestServer, org: number, role: number, login = `o${org}r${role}`) =>
  (await server.client.signIn(login)).withRole(org, role);

export const words = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

export const NOBODY = {
  role_ids: [] as number[],
  to_students: false,
  to_guardians: false,
  grades: [] as string[],
  class_ids: [] as string[],
  all_schools: false,
  school_ids: [] as string[],
};

export type Addressed = Partial<typeof NOBODY>;

export const draft = (more: Json = {}, audience: Addressed = { role_ids: [4, 5, 7, 8, 9, 10, 12, 14] }) => ({
  kind: 'announcement',
  title: '测试公告',
  summary: '',
  content: words('正文'),
  audience: { ...NOBODY, ...audience },
  pinned: false,
  banner: false,
  notifies: true,
  ...more,
});

/** Writes and publishes; answers its id. */
export async function published(
  server: TestServer,
  writer: Client,
  more: Json = {},
  audience?: Addressed,
): Promise<string> {
  // Later than the one before.
  server.clock.advance(1000);
  const { status, data } = await writer.post(WRITE, draft(more, audience));
  if (status !== 201) throw new Error(`not written: ${status}`);
  const answer = await writer.post(`${WRITE}/${data.announcement_id}/publish`, { version: data.version });
  if (answer.status !== 200) throw new Error(`not published: ${answer.status} ${answer.code}`);
  await server.services.jobs.idle();
  return String(data.announcement_id);
}

export const outcome = ({ status, code }: { status: number; code?: string | undefined }) =>
  `${status} ${code ?? ''}`.trim();

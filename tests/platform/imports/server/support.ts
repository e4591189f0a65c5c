import { writeXlsx, type CellValue, type WriteSheet } from 'hucre/xlsx';
import type { Import, ImportRow } from '../../../../src/platform/imports/contract.ts';
import type { Answer, Client } from '../../../support/client.ts';
import type { TestServer } from '../../../support/server.ts';
import { dataOf, type Listed } from '../../resources/server/support.ts';

export const STUDENTS = '/v1/portal/students';
export const IMPORTS = `${STUDENTS}/import`;

type Cells = readonly CellValue[];

/** A workbook of one sheet, or with additional parts of a sheet. */
export async function book(
  rows: readonly Cells[],
  more: Partial<WriteSheet> = {},
  others: WriteSheet[] = [],
): Promise<Buffer> {
  return Buffer.from(
    await writeXlsx({ sheets: [{ name: '学生', rows: rows.map((row) => [...row]), ...more }, ...others] }),
  );
}

export const csv = (rows: readonly Cells[]): Buffer => Buffer.from(rows.map((row) => row.join(',')).join('\r\n'));

/** An import of one client, step by step, each step to its end. */
export class Importing {
  readonly server: TestServer;
  client: Client;
  readonly imports: string;
  id = '';

  /** @param resource The path of the imported resource */
  constructor(server: TestServer, client: Client, resource = STUDENTS) {
    this.server = server;
    this.client = client;
    this.imports = `${resource}/import`;
  }

  async send(file: Buffer, path = this.imports, name = '学生.xlsx'): Promise<Answer> {
    const answer = await this.client.post(`${path}?file_name=${encodeURIComponent(name)}`, file);
    this.id = (answer.data as Import | undefined)?.import_id ?? '';
    return answer;
  }

  /** Uploads the file and waits for the preview. */
  async preview(file: Buffer, path?: string, name?: string): Promise<Import> {
    const answer = await this.send(file, path, name);
    if (answer.status !== 200) throw new Error(answer.text);
    return this.settled();
  }

  async settled(): Promise<Import> {
    await this.server.services.jobs.idle();
    return this.now();
  }

  now = async (): Promise<Import> => dataOf<Import>(await this.client.get(`${this.imports}/${this.id}`));
  rows = async (outcome: string): Promise<ImportRow[]> =>
    dataOf<Listed<ImportRow>>(await this.client.get(`${this.imports}/${this.id}/rows?outcome=${outcome}&size=200`))
      .items;
  file = async (): Promise<Answer> => this.client.get(`${this.imports}/${this.id}/file`);

  async act(act: 'write' | 'cancel' | 'undo', body?: object): Promise<Answer> {
    return this.client.post(`${this.imports}/${this.id}/${act}`, act === 'write' ? (body ?? {}) : undefined);
  }

  async write(body?: object): Promise<Import> {
    const answer = await this.act('write', body);
    if (answer.status !== 200) throw new Error(answer.text);
    return this.settled();
  }

  async undo(): Promise<Import> {
    const answer = await this.act('undo');
    if (answer.status !== 200) throw new Error(answer.text);
    return this.settled();
  }

  /** Previews and writes. */
  async all(file: Buffer, path?: string, name?: string): Promise<Import> {
    await this.preview(file, path, name);
    return this.write();
  }
}

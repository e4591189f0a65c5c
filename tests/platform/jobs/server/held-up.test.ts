import { expect, it } from 'vitest';
import type { ExportTask } from '../../../../src/features/exports/contract.ts';
import type { SheetThreads } from '../../../../src/platform/sheets/server/run-thread.ts';
import { describeDatabases } from '../../../support/databases.ts';
import { startServer, useServer } from '../../../support/server.ts';
import { csv, Importing } from '../../imports/server/support.ts';
import { dataOf, rowsOf, useClient, type Listed } from '../../resources/server/support.ts';
import { gate, until } from './support.ts';

describeDatabases('two long imports', (kind) => {
  const server = useServer(kind);
  const admin = useClient(server, 2001, 4);
  const plainAdmin = useClient(server, 2001, 5);

  it('block neither an export nor the stages of a service', async () => {
    const { state, sheets } = server().services;
    const long = gate();
    const held: SheetThreads = {
      ...sheets,
      async *read(...input) {
        await long.opened;
        yield* sheets.read(...input);
      },
    };
    const slow = await startServer(server().db, { services: { state, sheets: held } }, server().clock);
    const { jobs } = slow.services;
    const by = (client: ReturnType<typeof admin>) => client.as({ port: slow.port });
    const imports = [admin(), plainAdmin()].map((client) => new Importing(slow, by(client)));
    for (const [i, one] of imports.entries())
      await one.send(
        csv([
          ['姓名', '学号', '班级'],
          ['郑', `H${i}`, '初一（1）班'],
        ]),
        undefined,
        'x.csv',
      );
    const running = "select state from jobs where kind = 'import'";
    await until(async () => expect(await rowsOf(slow, running)).toEqual([{ state: 'running' }, { state: 'running' }]));

    const person = by(await admin().verified());
    const [child] = dataOf<Listed<{ child_id: string }>>(await person.get('/v1/portal/students?size=1')).items;
    await person.get(`/v3/portal/students/file/batch2pdf?student_ids=${child?.child_id}`);
    await until(async () =>
      expect(dataOf<Listed<ExportTask>>(await person.get('/v1/portal/files/temp')).items[0]).toMatchObject({
        status: 1,
      }),
    );
    const stages = jobs.runNow('service-stages');
    await until(async () =>
      expect(await rowsOf(slow, "select org_id from tenants where due_at = '-infinity'")).toEqual([]),
    );
    expect(await rowsOf(slow, running)).toHaveLength(2);

    long.open();
    await stages;
    for (const one of imports) expect(await one.settled()).toMatchObject({ status: 'ready', rows: { new: 1 } });
    await slow.close();
  });
});

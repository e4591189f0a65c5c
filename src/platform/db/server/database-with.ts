import type { Database } from './database.ts';

/** The database with some of its calls replaced. */
export const databaseWith = (
  db: Database,
  own: Partial<Pick<Database, 'read' | 'write' | 'transaction' | 'admin'>>,
): Database => ({
  kind: db.kind,
  read: (tenant, statements) => db.read(tenant, statements),
  write: (tenant, statements) => db.write(tenant, statements),
  transaction: (tenant, work, options) => db.transaction(tenant, work, options),
  flush: () => db.flush(),
  assertOutside: () => db.assertOutside(),
  admin: (work) => db.admin(work),
  ping: () => db.ping(),
  listen: (channel, listener) => db.listen(channel, listener),
  onStatement: (listener) => db.onStatement(listener),
  onFatal: (listener) => db.onFatal(listener),
  get connections() {
    return db.connections;
  },
  close: () => db.close(),
  ...own,
});

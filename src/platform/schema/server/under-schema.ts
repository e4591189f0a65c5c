import { AppError } from '../../errors/app-error.ts';
import type { SchemaRegistry } from './registry.ts';

/** The schema of a write is no longer in force; nothing was written. */
export class SchemaMoved extends AppError {
  constructor() {
    super('PSY_CONFLICT', { message: '本单位的字段设置刚刚改过，请刷新后再试一次' });
  }
}

/**
 * Runs work that writes rows, and repeats it once under the new schema if another one was published meanwhile. Call it
 * outside of a transaction, with work that loads its rows again.
 */
export async function underSchema<T>(
  { actor, services: { schemas } }: { actor: { orgId: string } | null; services: { schemas: SchemaRegistry } },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SchemaMoved) || !actor) throw error;
    await schemas.refresh(actor.orgId);
    return work();
  }
}

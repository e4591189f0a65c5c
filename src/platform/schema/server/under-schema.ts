import { AppError } from '../../errors/app-error.ts';
import type { SchemaRegistry } from './registry.ts';

/** Rows were to be written by a schema that is no longer in force: nothing is written. */
export class SchemaMoved extends AppError {
  constructor() {
    super('PSY_CONFLICT', { message: '本单位的字段设置刚刚改过，请刷新后再试一次' });
  }
}

/**
 * Does work that writes rows, and where another schema was published meanwhile, does it once more by that one. To be
 * called outside of a transaction, with work that reaches its rows anew.
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

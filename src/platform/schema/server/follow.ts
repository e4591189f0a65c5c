import type { Logger } from 'pino';
import { MISSED, type SharedState } from '../../state/server/shared-state.ts';
import type { SchemaRegistry } from './registry.ts';

/** Topic of published schemas; the message is the tenant. */
export const SCHEMA_TOPIC = 'schema-published';

/** Reloads what other processes publish. */
export function followPublishing(state: SharedState, schemas: SchemaRegistry, log: Logger): void {
  state.subscribe(SCHEMA_TOPIC, (orgId) => {
    void (orgId === MISSED ? schemas.reload() : schemas.refresh(orgId)).catch((error: unknown) =>
      log.error({ err: error, org_id: orgId }, 'schemas stay as they were'),
    );
  });
}

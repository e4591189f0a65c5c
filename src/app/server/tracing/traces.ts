import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../platform/db/server/database.ts';
import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import { tracedDatabase, tracedFeatures, traceRequests } from './traced.ts';
import { openTracing } from './tracing.ts';

/** The parts of a process, each followed by spans. */
export interface Traces {
  database(db: Database): Database;
  features(features: readonly ServerFeature[]): readonly ServerFeature[];
  follow(app: FastifyInstance): void;
  close(): Promise<void>;
}

/** @param endpoint Of the collector */
export function openTraces(endpoint: string): Traces {
  const tracing = openTracing(endpoint);
  return {
    database: (db) => tracedDatabase(db, tracing),
    features: (features) => tracedFeatures(features, tracing),
    follow: (app) => traceRequests(app, tracing),
    close: () => tracing.close(),
  };
}

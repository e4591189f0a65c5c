import type { FastifyInstance, FastifyRequest } from 'fastify';
import { databaseWith } from '../../../platform/db/server/database-with.ts';
import type { Database } from '../../../platform/db/server/database.ts';
import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import { isRowChore, type JobKind, type RowChore } from '../../../platform/jobs/server/kinds.ts';
import type { RequestSpan, Tracing } from './tracing.ts';

const DATABASE = { 'db.system.name': 'postgresql' };

/** The database with a span for each message and transaction; the texts of statements, without values, are its events. */
export function tracedDatabase(db: Database, tracing: Tracing): Database {
  db.onStatement(({ sql }) => tracing.note(sql));
  return databaseWith(db, {
    read: (tenant, statements) => tracing.span('db.read', DATABASE, () => db.read(tenant, statements)),
    write: (tenant, statements) => tracing.span('db.write', DATABASE, () => db.write(tenant, statements)),
    transaction: (tenant, work, options) =>
      tracing.span('db.transaction', DATABASE, () => db.transaction(tenant, work, options)),
    admin: (work) => tracing.span('db.admin', DATABASE, () => db.admin(work)),
  });
}

function tracedJob(kind: JobKind | RowChore, tracing: Tracing): JobKind | RowChore {
  if (isRowChore(kind))
    return {
      ...kind,
      perform: (tx, services, orgId) =>
        tracing.span(`chore ${kind.name}`, { 'xinyu.org_id': orgId }, () => kind.perform(tx, services, orgId)),
    };
  return {
    ...kind,
    run: (job) =>
      tracing.span(
        `job ${kind.name}`,
        { 'xinyu.org_id': job.job.tenant ?? '', 'xinyu.attempts': job.job.attempts },
        () => kind.run(job),
      ),
  };
}

/** The features with a span for each run of their jobs. */
export const tracedFeatures = (features: readonly ServerFeature[], tracing: Tracing): ServerFeature[] =>
  features.map((feature) =>
    feature.jobs ? { ...feature, jobs: feature.jobs.map((kind) => tracedJob(kind, tracing)) } : feature,
  );

/** A span for each request, by its route: the address itself holds ids. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const span = tracing.begin(request.headers, { 'http.request.method': request.method });
    spans.set(request, span);
    span.follow(done);
  });
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const route = request.endpoint?.path ?? request.routeOptions.url ?? 'none';
    spans.get(request)?.end(
      `${request.method} ${route}`,
      {
        'http.route': route,
        'http.response.status_code': statusCode,
        'xinyu.request_id': request.id,
        ...(request.actor && { 'xinyu.org_id': request.actor.orgId }),
      },
      statusCode >= 500,
    );
    done();
  });
}

import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { assistantOf } from '../../features/ai-chat/server/assistant-of.ts';
import { erasuresFile, startErasureSync } from '../../features/privacy/server/sync-erasures.ts';
import { startCountersigning } from '../../platform/audit/server/countersign.ts';
import { countersignatureFile } from '../../platform/audit/server/countersignatures.ts';
import { PLATFORM_ORG } from '../../platform/context/server/platform-org.ts';
import { allTenants } from '../../platform/context/server/queries/orgs.ts';
import type { Services } from '../../platform/context/server/services.ts';
import { checkUsable } from '../../platform/crypto/server/check-master-key.ts';
import type { Database } from '../../platform/db/server/database.ts';
import { registerProcess } from '../../platform/db/server/processes/register.ts';
import type { Logger } from '../../platform/http/server/log.ts';
import { processMetrics } from '../../platform/http/server/metrics.ts';
import { hashThreads } from '../../platform/identity/server/hash-threads.ts';
import { moveAuthenticators } from '../../platform/identity/server/move-authenticators.ts';
import { createPasswords } from '../../platform/identity/server/passwords.ts';
import { NOTHING_OUTSIDE } from '../../platform/outside-identity/server/outside.ts';
import { systemClock } from '../../platform/runtime/server/clock.ts';
import { StartError } from '../../platform/runtime/server/start-error.ts';
import { aliyunSms } from '../../platform/sms/server/aliyun-sms.ts';
import { withinBudget } from '../../platform/sms/server/sms-budget.ts';
import { smsGateway } from '../../platform/sms/server/sms-gateway.ts';
import { Outbox, noSms, type Sms } from '../../platform/sms/server/sms.ts';
import { LastingState } from '../../platform/state/server/lasting-state.ts';
import type { SharedState } from '../../platform/state/server/shared-state.ts';
import type { ValkeyState } from '../../platform/state/server/valkey-state.ts';
import { buildApp } from './app.ts';
import { answerBackups } from './backup/ask-portal.ts';
import type { Config } from './config/config.ts';
import { openDataFolder } from './data-folder.ts';
import { features } from './features.ts';
import type { Lifecycle } from './lifecycle.ts';
import { countObjects, countSms } from './metrics/outside.ts';
import { openKeys } from './open-keys.ts';
import { openObjects } from './open-objects.ts';
import { createPackages } from './package/packages.ts';
import { openConfigured, prepareDemo, requireProductionReady } from './prepare-database.ts';
import { createProduct, type Product } from './services.ts';
import { tenantFolder } from './tenant-folder.ts';
import type { Traces } from './tracing/traces.ts';
import { watchDefinitions } from './watch-definitions.ts';
import { watchDisk } from './watch-disk.ts';

/** New connections that may wait to be accepted: a school's students come in the same second. Node's default is 511. */
const BACKLOG = 4096;

/** State that several processes share; undefined without `REDIS_URL`. @throws StartError where it does not answer */
async function openSharedState({ redisUrl }: Config, log: Logger): Promise<ValkeyState | undefined> {
  if (redisUrl === undefined) return undefined;
  const { ValkeyState } = await import('../../platform/state/server/valkey-state.ts');
  try {
    return await ValkeyState.open(redisUrl, (error) => log.warn({ err: error }, 'shared state'));
  } catch (cause) {
    throw new StartError('连不上 REDIS_URL 指定的 Valkey 或 Redis：请检查地址、密码和网络', { cause });
  }
}

/** State of a process that is alone. Opened once it is: the files of nonces have one writer. */
const openOwnState = ({ dataDir }: Config, log: Logger): Promise<SharedState> =>
  LastingState.open(systemClock, path.join(dataDir, 'nonces'), (error) =>
    log.warn({ err: error }, 'nonces are not kept beyond this process'),
  );

/** Logs how to create the first organisation. A production database starts without one, and sign-in needs one. */
async function remindOfOrganisations(db: Services['db'], log: Logger): Promise<void> {
  if ((await allTenants(db)).some((orgId) => orgId !== PLATFORM_ORG)) return;
  const stopFirst = db.kind === 'embedded' ? '先停止服务，再' : '';
  log.warn(
    `还没有任何单位，没有人能登录：请${stopFirst}运行 npm run org -- create <文件>，格式见 npm run org -- --help`,
  );
}

/**
 * Registers this process where several may open the same database; the embedded one has its lock.
 *
 * @throws StartError where another process lives that it shares no nonces with
 */
async function registerIn(
  db: Database,
  shared: ValkeyState | undefined,
  log: Logger,
  lifecycle: Lifecycle,
): Promise<void> {
  if (db.kind === 'embedded') return;
  const release = await registerProcess(db, {
    ...(shared && { readStateId: () => shared.id() }),
    isStopping: () => lifecycle.isStopping,
    onWaiting: ({ pid, host, stopping }, limitMs) =>
      log.warn(
        { other_pid: pid, other_host: host, stopping, limit_ms: limitMs },
        'waiting for another process that uses this database to end',
      ),
    onLost: ({ pid, host }) => {
      log.fatal(
        { other_pid: pid, other_host: host },
        'another process without the same REDIS_URL has taken over the database',
      );
      void lifecycle.stop(1, 'another process has taken over the database');
    },
  });
  lifecycle.onClose(release);
}

/**
 * Without a provider a production server sends nothing and reports it; a demonstration keeps the messages and writes
 * them to its log.
 */
function openSms({ mode, sms: { gateway, aliyun } }: Config, log: Logger): { sms: Sms; outbox?: Outbox } {
  if (gateway) return { sms: smsGateway(gateway) };
  if (aliyun) return { sms: aliyunSms(aliyun, systemClock) };
  if (mode === 'production') return { sms: noSms };
  const outbox = new Outbox(systemClock, ({ mobile, text }) =>
    log.info({ mobile, text }, 'a message that was not sent'),
  );
  return { sms: outbox, outbox };
}

const LISTEN_ERRORS: Readonly<Record<string, (config: Config) => string>> = {
  EADDRINUSE: ({ port }) => `端口 ${port} 已被占用：请先关闭占用它的程序，或换一个端口，例如 PORT=${port + 1}`,
  EACCES: ({ port }) => `没有使用端口 ${port} 的权限：请换一个 1024 以上的端口，例如 PORT=8200`,
  EADDRNOTAVAIL: ({ host }) => `本机没有 HOST=${host} 这个地址：请改成本机的地址，或 0.0.0.0`,
  ENOTFOUND: ({ host }) => `HOST=${host} 不是可以监听的地址：请改成本机的地址，或 0.0.0.0`,
};

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  try {
    return await app.listen({ port: config.port, host: config.host, backlog: BACKLOG });
  } catch (error) {
    const explain = error instanceof Error && 'code' in error ? LISTEN_ERRORS[String(error.code)] : undefined;
    throw explain ? new StartError(explain(config), { cause: error }) : error;
  }
}

/** Reads changed overlays, scale packs and policies without a restart. */
async function reloadDefinitions({ reload }: Product, log: Logger): Promise<void> {
  try {
    await reload();
    log.info('definitions read again');
  } catch (error) {
    log.error({ err: error }, 'definitions stay as they were');
  }
}

/** Spans on request. Loaded only then: the libraries would make every start slower. */
async function openTraces({ traceEndpoint }: Config, lifecycle: Lifecycle): Promise<Traces | undefined> {
  if (traceEndpoint === undefined) return undefined;
  const { openTraces: open } = await import('./tracing/traces.ts');
  const traces = open(traceEndpoint);
  lifecycle.onClose(() => traces.close());
  return traces;
}

/** Asks the server what a load balancer asks. @throws StartError where it would not be sent requests */
async function requireReady(app: FastifyInstance): Promise<void> {
  const { statusCode, body } = await app.inject('/readyz');
  if (statusCode !== 200) throw new StartError(`服务已启动，但不能使用（/readyz：${statusCode} ${body}）`);
}

/** Starts what must write once more before the database closes; the last one registered closes first. */
function startWriters(services: Services, { dataDir }: Config, lifecycle: Lifecycle): void {
  // Countersigns the last log entries, after everything else.
  lifecycle.onClose(startCountersigning(services, countersignatureFile(dataDir)));
  // Erasures are also recorded in a file outside the database.
  lifecycle.onClose(startErasureSync(services, erasuresFile(dataDir)));
  // Running imports save where they stopped.
  lifecycle.onClose(() => services.jobs.close());
}

/**
 * Opens the parts of the server in order, and listens.
 *
 * @param entries Folder of the built entries, including those of the embedded database
 * @returns The address
 * @throws StartError and the errors of its parts, each with a text for the operator
 */
export async function start(config: Config, log: Logger, lifecycle: Lifecycle, entries: string): Promise<string> {
  const { mode } = config;
  openDataFolder(config.dataDir);
  const hasher = hashThreads(entries);
  lifecycle.onClose(() => hasher.close());
  const passwords = await createPasswords({ ...config.argon2, hasher });
  const tracing = await openTraces(config, lifecycle);
  const opened = await openConfigured(config, entries);
  const db = tracing?.database(opened) ?? opened;
  lifecycle.onClose(() => db.close());
  db.onFatal((error) => {
    log.fatal({ err: error }, 'the database is unavailable');
    void lifecycle.stop(1, 'the database is unavailable');
  });
  if (mode === 'production') {
    await requireProductionReady(db, config);
    await remindOfOrganisations(db, log);
  } else await prepareDemo(db, config, { clock: systemClock, passwords, features });
  const shared = await openSharedState(config, log);
  if (shared) lifecycle.onClose(() => shared.close());
  await registerIn(db, shared, log, lifecycle);
  const state = shared ?? (await openOwnState(config, log));
  if (!shared) lifecycle.onClose(() => state.close());

  const { secret, wrapping } = await openKeys(db, config);
  await checkUsable(db, wrapping);
  const metrics = processMetrics();
  const { sms, outbox } = openSms(config, log);
  const product = await createProduct({
    db,
    state,
    log,
    passwords,
    sms: withinBudget(countSms(metrics, sms), config.smsPerOrgDay, { state, clock: systemClock, log }),
    objects: countObjects(metrics, openObjects(config, secret)),
    packages: createPackages({ config, wrapping, secret, ownSchemas: tenantFolder(config.tenantsDir).schemas }),
    sharedHosts: config.sharedHosts,
    smallestGroup: config.smallestGroup,
    outside: { ...NOTHING_OUTSIDE, ...config.outside },
    serviceContact: config.serviceContact,
    assistant: assistantOf(config.assistant),
    clock: systemClock,
    secret,
    wrapping,
    session: config.session,
    entries,
    tenantsDir: config.tenantsDir,
    ...(tracing && { features: tracing.features(features) }),
  });
  const { services } = product;
  await moveAuthenticators(services);
  startWriters(services, config, lifecycle);
  if (db.kind === 'embedded') lifecycle.onClose(answerBackups(db, config.dataDir, log));
  // In other modes the signal means that the terminal was closed.
  if (mode === 'production') process.on('SIGHUP', () => void reloadDefinitions(product, log));
  lifecycle.onClose(await watchDisk(config.dataDir, { log, metrics }));
  const definitions =
    config.tenantsDir === undefined ? undefined : await watchDefinitions(product, config.tenantsDir, { metrics });
  if (definitions) lifecycle.onClose(() => definitions.close());
  const app = await buildApp(services, {
    declared: product.declared,
    implementations: product.implementations,
    follow: tracing?.follow,
    readyDetail: definitions && (() => ({ definitions: definitions.detail() })),
    bodyLimit: config.bodyLimit,
    trustProxy: config.trustProxy,
    allowedHosts: config.allowedHosts,
    metricsToken: config.metricsToken,
    metrics,
    isStopping: () => lifecycle.isStopping,
    outbox,
  });
  lifecycle.serve(app);
  const address = await listen(app, config);
  await services.jobs.start();
  // First of all, so that no job starts while requests are finishing.
  lifecycle.onClose(async () => services.jobs.pause());
  await requireReady(app);
  return address;
}

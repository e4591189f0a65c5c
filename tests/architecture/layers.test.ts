import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOM_RULES } from './support/room-rules.ts';
import { placeOf } from './support/rooms.ts';
import { cyclesOf, linesMatching, offending, roomCycles, sourcesIn, type Import } from './support/sources.ts';

/** Files of features that open a transaction and are no handlers, with the reason. */
const OPENS_A_TRANSACTION: Readonly<Record<string, string>> = {
  'src/features/account/server/change-login-name.ts': 'writes a notice in every organisation of the person',
  'src/features/announcements/server/deliver.ts': 'notifies the people of an organisation in its own tenant',
  'src/features/automations/server/dates.ts': 'a chore',
  'src/features/automations/server/try-run.ts': 'reads as a write would, and writes nothing',
  'src/features/exports/server/clear-exports.ts': 'a job',
  'src/features/invitations/server/automatic.ts': 'a job',
  'src/features/monthly-reports/server/count-months.ts': 'a job',
  'src/features/monthly-reports/server/make-automatically.ts': 'a job',
  'src/features/organisation/server/visit-school.ts': 'writes the audit logs of two organisations',
  'src/features/passwords/server/expire-batches.ts': 'a job',
  'src/features/privacy/server/sync-erasures.ts': 'runs at the start of the server',
  'src/features/retention/server/runs/erase-due.ts': 'a chore, one transaction for each student',
  'src/features/roster/server/box-chore.ts': 'a chore, after the commit of its claim',
  'src/features/roster/server/box.ts': 'a file is read and encrypted before it is stored, also by a chore',
  'src/features/roster/server/receive.ts': 'is also called by a chore; each part of a roster is an import of its own',
  'src/features/screening/server/bureau/inform-schools.ts': 'a job, in the tenant of each school',
  'src/features/screening/server/sheets/score-left.ts': 'a job',
  'src/features/studio/server/layers/layer-job.ts': 'a job: one transaction of each school',
  'src/features/subscription/server/advance-stage.ts': "a job's step for one tenant, and a command of the operator",
  'src/features/subscription/server/renew-service.ts': 'a command of the operator',
  'src/features/tenants/server/change-organisation.ts': 'an act of the operator, in the tenant of the organisation',
  'src/features/tenants/server/create-operator.ts': 'a command of the operator, in the tenant of the provider',
  'src/features/tenants/server/new-organisations/create-org.ts':
    'in the tenant of the new organisation, after an entry in the chain of the platform',
  'src/features/tenants/server/platform-log.ts': "writes the platform's own audit log",
  'src/features/tenants/server/suspend-organisation.ts': 'an act of the operator, in the tenant of the organisation',
  'src/features/tenants/server/tasks/clear-tasks.ts': 'a job',
  'src/features/tenants/server/tasks/propose-erasure.ts':
    'writes the audit logs of the organisation and of the platform',
  'src/features/tenants/server/tasks/start-export.ts': 'writes the audit logs of the organisation and of the platform',
  'src/features/third-party/server/claimed-roles.ts':
    'in a call without a session, where what the provider answered changes the roles of a person',
  'src/features/third-party/server/corporation-events.ts':
    'in a call without a session, after the callback was verified',
  'src/features/third-party/server/end-sessions-of.ts':
    'ends sessions in a call without a session, after the token was verified',
  'src/features/third-party/server/sso-account.ts':
    'binds in a call without a session, after what the provider answered',
  'src/features/transfers/server/expire-packages.ts': 'a chore, in the tenant of each school',
  'src/features/verification/server/verify-again.ts': 'keeps the entry of an attempt that is refused',
};

const sources = sourcesIn('src/app', 'src/features', 'src/platform');
const inside = (folder: string) => (file: string) => file.startsWith(`${folder}/`);
const ofProject = (file: string) => /^(src|schemas|policies|tests|public)\//.test(file);
const isPackage = (x: Import, names: RegExp) => !ofProject(x.to) && names.test(x.to);
const onBoth = (file: string) => placeOf(file)?.side === 'both';
const onServer = (file: string) => placeOf(file)?.side === 'server';
const onWeb = (file: string) => placeOf(file)?.side === 'web';

describe('imports between layers', () => {
  it('assign a place to every source file', () => {
    expect(sources.filter(({ file }) => placeOf(file) === undefined).map(({ file }) => file)).toEqual([]);
  });

  it('keep browser and server apart, and shared code free of both', () => {
    const crosses = ({ from, to }: Import) => {
      const [a, b] = [placeOf(from)?.side, placeOf(to)?.side];
      return b !== undefined && b !== 'both' && a !== b;
    };
    expect(offending(sources, crosses)).toEqual([]);
    // The measuring code of the bench is beside the tests.
    const isBench = (x: Import) => x.from === 'src/app/server/entries/bench.ts' && inside('tests/bench')(x.to);
    expect(
      offending(
        sources,
        (x) => ofProject(x.to) && placeOf(x.to) === undefined && !inside('schemas')(x.to) && !isBench(x),
      ),
    ).toEqual([]);
  });

  it('keep Node, React, Fastify, the database and the DOM out of shared code', () => {
    const elsewhere =
      /^(node:|react|@refinedev|antd|@ant-design|axios|fastify|@fastify|pg$|kysely|@electric-sql|pino|casbin)/;
    expect(offending(sources, (x) => onBoth(x.from) && isPackage(x, elsewhere))).toEqual([]);
    expect(
      linesMatching(
        sources.filter((s) => onBoth(s.file)),
        /\b(window|document|localStorage|sessionStorage|process|Buffer)\./,
      ),
    ).toEqual([]);
  });

  it("keep Node and the server's libraries out of the browser", () => {
    expect(
      offending(
        sources,
        (x) =>
          onWeb(x.from) && isPackage(x, /^(node:|fastify|@fastify|pg$|kysely|@electric-sql|pino|casbin$|@node-rs)/),
      ),
    ).toEqual([]);
  });

  it('have Fastify only in platform/http and app/server', () => {
    const mayUse = (file: string) => inside('src/platform/http/server')(file) || inside('src/app/server')(file);
    expect(
      offending(sources, (x) => onServer(x.from) && !mayUse(x.from) && isPackage(x, /^(fastify|@fastify\/)/)),
    ).toEqual([]);
  });

  it('have the database driver only in platform/db', () => {
    expect(
      offending(
        sources,
        (x) => !inside('src/platform/db/server')(x.from) && isPackage(x, /^(pg|pg-.*|@electric-sql\/.*|postgrator)$/),
      ),
    ).toEqual([]);
  });

  it('have no cycles', () => {
    expect(cyclesOf(sources)).toEqual([]);
  });
});

describe('features', () => {
  const layerOf = (file: string) => placeOf(file)?.layer;
  const featureOf = (file: string) => (layerOf(file) === 'features' ? placeOf(file)?.room : undefined);

  it('are imported by app, and import the platform', () => {
    const rank = { platform: 0, features: 1, app: 2 };
    const upward = ({ from, to }: Import) => {
      const [a, b] = [layerOf(from), layerOf(to)];
      return a !== undefined && b !== undefined && rank[a] < rank[b];
    };
    expect(offending(sources, upward)).toEqual([]);
  });

  it('import each other through their public files only', () => {
    const other = ({ from, to }: Import) => {
      const [a, b] = [featureOf(from), featureOf(to)];
      return a !== undefined && b !== undefined && a !== b;
    };
    const isPublic = (file: string) => /^src\/features\/[^/]+\/((server|web)\/)?public\.ts$/.test(file);
    expect(offending(sources, (x) => other(x) && !isPublic(x.to))).toEqual([]);
  });

  it('register their error codes on both ends', () => {
    for (const { file } of sources.filter(({ file }) => /^src\/features\/[^/]+\/errors\.ts$/.test(file))) {
      const importers = sources.filter(({ imports }) => imports.some(({ to }) => to === file)).map((s) => s.file);
      const folder = path.posix.dirname(file);
      expect(importers.toSorted()).toEqual([`${folder}/server/feature.ts`, `${folder}/web/feature.ts`]);
    }
  });

  it('have no cycle on both ends together, type imports included', () => {
    const imports = sources.flatMap((source) => source.imports);
    expect(roomCycles(imports, featureOf)).toEqual([]);
  });
});

describe('rooms of the platform', () => {
  const roomOf = (file: string) => /^src\/platform\/([^/]+)\//.exec(file)?.[1];
  const between = sources
    .flatMap((source) => source.imports)
    .flatMap(({ from, to }) => {
      const [a, b] = [roomOf(from), roomOf(to)];
      return a !== undefined && b !== undefined && a !== b ? [{ from, to, a, b }] : [];
    });

  it('each have a rule', () => {
    const rooms = new Set(sources.flatMap(({ file }) => roomOf(file) ?? []));
    expect(Object.keys(ROOM_RULES).toSorted()).toEqual([...rooms].toSorted());
  });

  it('import the rooms that their rule names, and no others', () => {
    const broken = between.filter(({ a, b }) => !ROOM_RULES[a]?.includes(b));
    expect(broken.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  it('have no cycle on either end, type imports included', () => {
    for (const end of ['server', 'web', 'both'] as const) {
      const imports = between.filter(({ from, to }) => placeOf(from)?.side === end && placeOf(to)?.side === end);
      expect(
        roomCycles(
          imports.map(({ from, to }) => ({ from, to, kind: 'type' as const })),
          roomOf,
        ),
      ).toEqual([]);
    }
  });
});

describe('places', () => {
  it('SQL is only in queries, platform/resources, platform/db, migrations and the seeding of the demo', () => {
    const mayHold = (file: string) =>
      /(^|\/)queries(\.ts$|\/)/.test(file) ||
      /^src\/platform\/(resources|db)\/server\//.test(file) ||
      inside('src/app/server/demo')(file);
    const elsewhere = sources.filter(({ file }) => onServer(file) && !mayHold(file));
    expect(offending(elsewhere, (x) => isPackage(x, /^kysely$/) || x.to.endsWith('/query-builder.ts'))).toEqual([]);
    expect(linesMatching(elsewhere, /\bsql(<[^`]*>)?`/)).toEqual([]);
  });

  it('a transaction is opened by handlers, and elsewhere in features for a reason', () => {
    const isHandler = (file: string) => /^src\/features\/[^/]+\/server\/handlers(\.ts$|\/)/.test(file);
    const inFeatures = sources.filter(({ file }) => inside('src/features')(file) && onServer(file) && !isHandler(file));
    const opening = inFeatures.filter((source) => linesMatching([source], /\btransaction\(/).length > 0);
    expect(opening.map(({ file }) => file).toSorted()).toEqual(Object.keys(OPENS_A_TRANSACTION).toSorted());
  });

  it('the environment is read only in app/server/config', () => {
    expect(
      linesMatching(
        sources.filter((s) => !inside('src/app/server/config')(s.file)),
        /process\.env/,
      ),
    ).toEqual([]);
  });

  it('role numbers are only in enums.json and policies', () => {
    // The demo's people are data that is written as code.
    const isDemo = (file: string) => /^src\/(app|features\/[^/]+)\/server\/demo[/.]/.test(file);
    const code = sources.filter((s) => !isDemo(s.file));
    const compared = /\brole\w*\)?\s*(===|!==|==|!=)\s*[1-9]|\b[1-9]\d*\s*(===|!==)\s*\w*\.?role/i;
    const listed =
      /\broles?(_?ids?)?\b\s*[:=]\s*\[\s*[1-9]|\[\s*[1-9]\d*(\s*,\s*[1-9]\d*)+\s*\]\s*\.includes\([^)]*role/i;
    const named =
      /\brole_?id\b\s*[:=]\s*[1-9]|\b\w*(TEACHER|ADMIN|GRADE_HEAD|LEADER|ROLE)\w*\s*=\s*(\[|new Set\(\[)?\s*[1-9]|\broles?\[[1-9]/;
    for (const pattern of [compared, listed, named]) expect(linesMatching(code, pattern)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { cyclesOf, linesMatching, offending, sourcesIn, type Import } from './support/sources.ts';

const sources = sourcesIn('src/shared', 'src/server', 'src/web');
const inside = (folder: string) => (file: string) => file.startsWith(`${folder}/`);
const shared = inside('src/shared');
const server = inside('src/server');
const web = inside('src/web');
const ofProject = (file: string) => /^(src|schemas|policies|tests|public)\//.test(file);
const isPackage = (x: Import, names: RegExp) => !ofProject(x.to) && names.test(x.to);

describe('who may import whom', () => {
  it('keeps the parts of the house apart', () => {
    const allowed = (from: string, to: string) => !ofProject(to) || inside('schemas')(to) || shared(to) || (server(from) && server(to)) || (web(from) && web(to));
    // What the bench measures with lives beside the tests.
    const isBench = (x: Import) => x.from === 'src/server/entries/bench.ts' && inside('tests/bench')(x.to);
    expect(offending(sources, (x) => !allowed(x.from, x.to) && !isBench(x))).toEqual([]);
  });

  it('keeps Node, React, Fastify, the database and the browser out of what runs anywhere', () => {
    const elsewhere = /^(node:|react|@refinedev|antd|@ant-design|axios|fastify|@fastify|pg$|kysely|@electric-sql|pino|casbin)/;
    expect(offending(sources, (x) => shared(x.from) && isPackage(x, elsewhere))).toEqual([]);
    expect(linesMatching(sources.filter((s) => shared(s.file)), /\b(window|document|localStorage|sessionStorage|process|Buffer)\./)).toEqual([]);
  });

  it('keeps Node and the server\'s libraries out of the portal', () => {
    expect(offending(sources, (x) => web(x.from) && isPackage(x, /^(node:|fastify|@fastify|pg$|kysely|@electric-sql|pino|casbin$|@node-rs)/))).toEqual([]);
  });

  it('shows Fastify to the http layer and to what builds the server from it', () => {
    const mayUse = (file: string) => inside('src/server/http')(file) || ['app', 'start', 'lifecycle'].some((name) => file === `src/server/${name}.ts`);
    expect(offending(sources, (x) => server(x.from) && !mayUse(x.from) && isPackage(x, /^(fastify|@fastify\/)/))).toEqual([]);
  });

  it('shows the database driver to the stores alone, and the query builder to them and the demo\'s rows', () => {
    expect(offending(sources, (x) => !inside('src/server/store')(x.from) && isPackage(x, /^(pg|pg-.*|@electric-sql\/.*|postgrator)$/))).toEqual([]);
    expect(offending(sources, (x) => !inside('src/server/store')(x.from) && !inside('src/server/demo')(x.from) && isPackage(x, /^kysely$/))).toEqual([]);
  });

  it('lets calls go down only: http, handlers, commands, store', () => {
    const above: Record<string, string[]> = {
      store: ['http', 'handlers', 'commands', 'access', 'demo', 'jobs'],
      ports: ['http', 'handlers', 'commands', 'access', 'store', 'demo', 'jobs'],
      access: ['http', 'handlers', 'commands', 'demo', 'jobs'],
      schemas: ['http', 'handlers', 'commands', 'demo', 'jobs'],
      commands: ['http', 'handlers', 'demo', 'jobs'],
      handlers: ['http', 'demo', 'jobs'],
      http: ['handlers', 'demo', 'jobs'],
    };
    const upward = (x: Import) => Object.entries(above).some(([layer, higher]) =>
      inside(`src/server/${layer}`)(x.from) && higher.some((h) => inside(`src/server/${h}`)(x.to)));
    expect(offending(sources, upward)).toEqual([]);
  });

  it('keeps pages from importing each other', () => {
    // Files beside the folders (the table of pages) belong to no page.
    const pageOf = (file: string) => /^src\/web\/pages\/([^/]+)\//.exec(file)?.[1];
    expect(offending(sources, (x) => pageOf(x.from) !== undefined && pageOf(x.to) !== undefined && pageOf(x.from) !== pageOf(x.to))).toEqual([]);
  });

  it('lets the portal\'s layers look down only: pages, crud and widgets, providers, http', () => {
    const above: Record<string, string[]> = { http: ['providers', 'crud', 'widgets', 'layout', 'pages'], providers: ['crud', 'layout', 'pages'], crud: ['pages'], widgets: ['pages'] };
    const upward = (x: Import) => Object.entries(above).some(([layer, higher]) => inside(`src/web/${layer}`)(x.from) && higher.some((h) => inside(`src/web/${h}`)(x.to)));
    expect(offending(sources, upward)).toEqual([]);
  });

  it('has no cycles', () => {
    expect(cyclesOf(sources)).toEqual([]);
  });
});

describe('one place for each thing', () => {
  it('reads the environment in config.ts only', () => {
    expect(linesMatching(sources.filter((s) => s.file !== 'src/server/config.ts'), /process\.env/)).toEqual([]);
  });

  it('has role numbers in enums.json and policies only', () => {
    // The demo's people are data, written as code.
    const code = sources.filter((s) => !inside('src/server/demo')(s.file));
    const compared = /\brole\w*\)?\s*(===|!==|==|!=)\s*[1-9]|\b[1-9]\d*\s*(===|!==)\s*\w*\.?role/i;
    const listed = /\broles?(_?ids?)?\b\s*[:=]\s*\[\s*[1-9]|\[\s*[1-9]\d*(\s*,\s*[1-9]\d*)+\s*\]\s*\.includes\([^)]*role/i;
    const named = /\brole_?id\b\s*[:=]\s*[1-9]|\b\w*(TEACHER|ADMIN|GRADE_HEAD|LEADER|ROLE)\w*\s*=\s*(\[|new Set\(\[)?\s*[1-9]|\broles?\[[1-9]/;
    for (const pattern of [compared, listed, named]) expect(linesMatching(code, pattern)).toEqual([]);
  });
});

import type { EndpointSpec } from '../../../../src/platform/contract/endpoint.ts';

/** A request that must do no harm. */
export interface BadRequest {
  /** The error in the request. */
  what: string;
  path: string;
  body?: string | Buffer;
  headers?: Record<string, string | string[]>;
  /** True if a success would be a bug. Otherwise it may succeed, like a search for unusual text. */
  refused: boolean;
}

/** Texts that have broken other programs. */
export const NASTY = {
  sql: "' or 1=1; drop table classes; --",
  'sql comment': "x'/**/union/**/select/**/*/**/from/**/accounts--",
  'sql placeholder': '$1::int; select pg_sleep(10)',
  'like pattern': '%_\\%',
  formula: "=cmd|'/c calc'!A1",
  'formula plus': '+1+cmd',
  markup: '<script>alert(1)</script><img src=x onerror=alert(1)>',
  template: '${7*7}{{7*7}}#{7*7}',
  path: '../../../../etc/passwd',
  'other tenant': '2002',
  prototype: '__proto__',
  constructor: 'constructor',
  'line ends': 'a\r\nset-cookie: x=1',
  control: 'a\u0001\u001b[31m',
  'right to left': '\u202eabc\u202c',
  emoji: '😀'.repeat(30),
  'combining marks': `e${'\u0301'.repeat(60)}`,
  'long text': 'x'.repeat(3000),
  'long chinese': '长'.repeat(2000),
  'huge number': '9'.repeat(30),
  'negative number': '-1',
  fraction: '1.5',
  exponent: '1e400',
  hex: '0x1F',
  nan: 'NaN',
  null: 'null',
  empty: '',
  blank: '   ',
  commas: ',,,,',
  array: '[1,2]',
  object: '{"$ne":null}',
} as const;

/** Parts of an address that cannot be decoded. */
const BROKEN = {
  nul: '%00',
  'not utf-8': '%ff%fe',
  'half a surrogate pair': '%ed%a0%80',
  'overlong slash': '%c0%af',
} as const;

/** Values that are wrong for a field of almost any type, as JSON. */
const WRONG_VALUES: Readonly<Record<string, string>> = {
  true: 'true',
  zero: '0',
  negative: '-1',
  fraction: '1.5',
  huge: '1e308',
  infinite: '1e999',
  'beyond int4': '2147483648',
  'beyond int8': '9223372036854775808',
  'beyond double': '123456789012345678901234567890',
  array: '[]',
  'array of null': '[null]',
  nested: '[[[[[[[[[[1]]]]]]]]]]',
  object: '{}',
  'operator object': '{"$gt":""}',
  'toString object': '{"toString":1,"valueOf":1,"length":-1}',
  nul: '"a\\u0000b"',
  'lone surrogate': '"\\ud800"',
  'long text': JSON.stringify('x'.repeat(9000)),
  'many items': `[${'1,'.repeat(5000)}1]`,
};

/** Whole bodies that are malformed or of another type. */
const WRONG_BODIES: Readonly<Record<string, string | Buffer>> = {
  'no end': '{',
  'no value': '{"a":',
  'trailing comma': '{"a":1,}',
  'single quotes': "{'a':1}",
  comment: '{/*x*/}',
  'two values': '{}{}',
  nothing: ' ',
  'raw control character': '{"a":"\n"}',
  'not a number': '{"a":NaN}',
  null: 'null',
  number: '1',
  text: '"x"',
  boolean: 'true',
  list: '[]',
  'list of rows': '[{"class_name":"x"}]',
  'not utf-8': Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
  'utf-16': Buffer.from('{"a":1}', 'utf16le'),
  binary: Buffer.from(Array.from({ length: 256 }, (_, i) => i)),
  'deep lists': `${'['.repeat(5000)}${']'.repeat(5000)}`,
  'deep objects': `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  'open depth': '['.repeat(50_000),
  'proto at the top': '{"__proto__":{"admin":true}}',
  'proto below': '{"a":{"__proto__":{"admin":true}}}',
  'escaped proto': '{"\\u005f_proto__":{"admin":true}}',
  'constructor prototype': '{"constructor":{"prototype":{"admin":true}}}',
  'many fields': JSON.stringify(Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`f${i}`, i]))),
  'nul in a name': '{"a\\u0000b":1}',
  'empty name': '{"":1}',
};

const WRONG_TYPES: Readonly<Record<string, string>> = {
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data; boundary=x',
  plain: 'text/plain',
  xml: 'application/xml',
  'almost json': 'application/jsonx',
  nonsense: ';;;',
  'json lines': 'application/x-ndjson',
};

const UNKNOWN = 'not_a_field';
const JSON_TYPE = { 'content-type': 'application/json' };
/**
 * Some of these, others at each place, so that over all endpoints each is sent to tens or hundreds of places: the
 * validation is the same at each.
 */
function* some<T>(values: Readonly<Record<string, T>>, place: string, count: number): Generator<[string, T]> {
  const all = Object.entries(values);
  const first = [...place].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) % all.length, 0);
  for (let i = 0; i < count; i++) {
    const one = all[(first + i) % all.length];
    if (one) yield one;
  }
}

const encoded = (text: string) => encodeURIComponent(text);

type Shape = { properties?: Record<string, unknown>; patternProperties?: unknown } | undefined;
const fieldsIn = (schema: unknown): string[] => Object.keys((schema as Shape)?.properties ?? {});

export interface Known {
  /** Fields of the endpoint's entity. */
  fieldsOf(entity: string): string[];
  /** Filter parameters of its list. */
  filtersOf(entity: string): string[];
  /** An id of another tenant. */
  foreignId: string;
}

/** An address with well-formed ids that do not exist. */
const plainPath = ({ path }: EndpointSpec): string =>
  path.replace('/orgs/:id', '/orgs/2001').replace(/:[a-z_]+/g, 'nobodys-0001');

function* badPaths({ name: call, path }: EndpointSpec, { foreignId }: Known): Generator<BadRequest> {
  for (const [name] of path.matchAll(/:[a-z_]+/g)) {
    for (const [what, text] of some(NASTY, `${call} ${name}`, 4))
      yield {
        what: `${name} ${what}`,
        path: path.replace(name, encoded(text)).replace(/:[a-z_]+/g, 'x'),
        refused: false,
      };
    for (const [what, text] of some(BROKEN, `${call} ${name}`, 2))
      yield { what: `${name} ${what}`, path: path.replace(name, text), refused: true };
    yield { what: `${name} of another tenant`, path: path.replace(name, foreignId), refused: false };
  }
}

function* badQueries(endpoint: EndpointSpec, { filtersOf }: Known): Generator<BadRequest> {
  const path = plainPath(endpoint);
  const isExport = endpoint.entity?.op === 'export';
  const readsFilters = endpoint.entity?.op === 'list' || isExport;
  const names = [
    ...fieldsIn(endpoint.query),
    ...(readsFilters && endpoint.entity ? filtersOf(endpoint.entity.name) : []),
  ];
  // A successful export writes an audit entry, so only requests that must be refused are sent to it.
  const also = isExport ? `&${UNKNOWN}=1` : '';
  for (const name of names) {
    for (const [what, text] of some(NASTY, `${endpoint.name} ${name}`, 3))
      yield { what: `?${name} ${what}`, path: `${path}?${name}=${encoded(text)}${also}`, refused: isExport };
    for (const [what, text] of some(BROKEN, `${endpoint.name} ${name}`, 2))
      yield { what: `?${name} ${what}`, path: `${path}?${name}=${text}${also}`, refused: isExport || what === 'nul' };
    yield { what: `?${name} twice`, path: `${path}?${name}=1&${name}=2${also}`, refused: isExport };
    yield { what: `?${name} as a list`, path: `${path}?${name}[]=1${also}`, refused: true };
    yield { what: `?${name} as an object`, path: `${path}?${name}[$ne]=1${also}`, refused: true };
  }
  const unknown: Record<string, string> = {
    'an unknown parameter': `${UNKNOWN}=1`,
    proto: '__proto__=1',
    'proto path': '__proto__[admin]=1',
    'constructor path': 'constructor.prototype.x=1',
    'many parameters': Array.from({ length: 500 }, (_, i) => `p${i}=1`).join('&'),
    'a body in the query': 'body={"a":1}'.replace(/["{}]/g, encodeURIComponent),
  };
  for (const [what, query] of Object.entries(unknown)) yield { what, path: `${path}?${query}`, refused: true };
  if (readsFilters) {
    for (const query of [
      'page=0',
      'page=-1',
      'page=1e9',
      'page=99999999999999999999',
      'size=0',
      'size=201',
      'size=1e3',
      'page=1000001',
      'page=999999&size=200',
      'sort=',
      'sort=-',
      'sort=id;drop',
      'sort=org_id',
      'sort=password_hash',
      'sort=class_name desc'.replace(' ', '%20'),
      `sort=${'class_name,'.repeat(300)}`,
      'sort=__proto__',
      'org_id=2002',
      'ext=1',
      'class_id_from=1',
    ]) {
      yield {
        what: `?${query.slice(0, 30)}`,
        path: `${path}?${query}${also}`,
        refused: query !== 'sort=' && !(isExport && /^(page|size)=/.test(query) && also === ''),
      };
    }
  }
}

function* badBodies(endpoint: EndpointSpec, { fieldsOf, foreignId }: Known): Generator<BadRequest> {
  const path = plainPath(endpoint);
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') {
    yield { what: 'a body where none is taken', path, body: '{"a":1}', headers: JSON_TYPE, refused: true };
    yield { what: 'a body that is no JSON where none is taken', path, body: '{', headers: JSON_TYPE, refused: true };
    return;
  }
  const { entity } = endpoint;
  for (const [what, body] of some(WRONG_BODIES, endpoint.name, 10))
    yield { what: `body: ${what}`, path, body, headers: JSON_TYPE, refused: true };
  for (const [what, type] of some(WRONG_TYPES, endpoint.name, 3))
    yield { what: `type: ${what}`, path, body: '{"a":1}', headers: { 'content-type': type }, refused: true };
  yield { what: 'no type', path, body: '{"a":1}', refused: true };
  yield {
    what: 'compressed',
    path,
    body: '{"a":1}',
    headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
    refused: true,
  };
  yield {
    what: 'far too large',
    path,
    body: JSON.stringify({ a: 'x'.repeat(1_200_000) }),
    headers: JSON_TYPE,
    refused: true,
  };

  const inRow = entity?.op === 'batch-create';
  const fields = entity && entity.op !== 'batch-delete' ? fieldsOf(entity.name) : fieldsIn(endpoint.body);
  // One unknown field prevents that accepted values are written.
  const wrap = (json: string) => (inRow ? `{"items":[${json}]}` : json);
  const withUnknown = (field: string, value: string) => wrap(`{${JSON.stringify(field)}:${value},"${UNKNOWN}":1}`);
  for (const field of fields) {
    for (const [what, value] of some(WRONG_VALUES, `${endpoint.name} ${field}`, 4))
      yield { what: `${field}: ${what}`, path, body: withUnknown(field, value), headers: JSON_TYPE, refused: true };
    for (const [what, text] of some(NASTY, `${endpoint.name} ${field}`, 2))
      yield {
        what: `${field}: ${what}`,
        path,
        body: withUnknown(field, JSON.stringify(text)),
        headers: JSON_TYPE,
        refused: true,
      };
    yield {
      what: `${field} twice`,
      path,
      body: withUnknown(field, `1,${JSON.stringify(field)}:2`),
      headers: JSON_TYPE,
      refused: true,
    };
  }
  for (const field of ['org_id', 'created_at', 'ext', 'role_id', 'constructor', 'hasOwnProperty', 'toString', '$where'])
    yield {
      what: `unknown ${field}`,
      path,
      body: wrap(`{${JSON.stringify(field)}:${JSON.stringify(foreignId)}}`),
      headers: JSON_TYPE,
      refused: true,
    };
  if (inRow) {
    for (const items of [
      '[]',
      'null',
      '{}',
      '"x"',
      '[null]',
      '[[]]',
      '[1]',
      `[${'{},'.repeat(200)}{}]`,
      `[${'{},'.repeat(20_000)}{}]`,
    ])
      yield {
        what: `items: ${items.slice(0, 20)}`,
        path,
        body: `{"items":${items}}`,
        headers: JSON_TYPE,
        refused: true,
      };
  }
  if (entity?.op === 'batch-delete') {
    for (const ids of [
      '[]',
      '[""]',
      '[null]',
      '[1]',
      '["a","a"]',
      '["../x"]',
      `[${'"a",'.repeat(300)}"b"]`,
      '["\\u0000"]',
      JSON.stringify([foreignId]),
      JSON.stringify(Object.values(NASTY)),
    ])
      yield { what: `ids: ${ids.slice(0, 20)}`, path, body: `{"ids":${ids}}`, headers: JSON_TYPE, refused: true };
  }
}

function* badHeaders(endpoint: EndpointSpec): Generator<BadRequest> {
  const path = plainPath(endpoint);
  const takesBody = endpoint.method === 'POST' || endpoint.method === 'PUT';
  const harmless = takesBody
    ? { path, body: `{"${UNKNOWN}":1}`, refused: false }
    : { path: `${path}?${UNKNOWN}=1`, refused: false };
  for (const [what, headers] of Object.entries<Record<string, string | string[]>>({
    'an accept that nothing meets': { accept: 'image/webp;q=nonsense' },
    'a range': { range: 'bytes=0-999999999999' },
    'a method in disguise': { 'x-http-method-override': 'DELETE' },
    'an address in disguise': { 'x-original-url': '/admin', 'x-forwarded-host': 'evil.example' },
    'an odd key': { 'idempotency-key': 'x'.repeat(500) },
    'an empty key': { 'idempotency-key': '' },
    'two keys': { 'idempotency-key': ['a b', 'c'] },
    'an odd tag': { 'if-none-match': '"'.repeat(500) },
    'an expectation': { expect: 'something' },
  }))
    yield { ...harmless, what, headers: { ...(takesBody ? JSON_TYPE : {}), ...headers } };
}

/** Every bad request for one endpoint. */
export function* badRequests(endpoint: EndpointSpec, known: Known): Generator<BadRequest> {
  yield* badPaths(endpoint, known);
  yield* badQueries(endpoint, known);
  yield* badBodies(endpoint, known);
  yield* badHeaders(endpoint);
}

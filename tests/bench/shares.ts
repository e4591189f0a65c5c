import type { Profiler, Runtime } from 'node:inspector';
import { findSourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** CPU time of one kind of work. */
export interface Share {
  what: string;
  ms: number;
}

/** Kinds of work by the file that caused it, most specific first. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^src\/platform\/(http\/server\/authenticate|signing|state)/, '签名与随机数'],
  [/^src\/platform\/(access|identity)|node_modules\/(casbin|lru-cache)/, '会话与权限'],
  [/^src\/platform\/db|node_modules\/pg/, '数据库协议'],
  [/^src\/.*\/server\/queries|node_modules\/kysely/, '生成 SQL'],
  [/^src\/platform\/(schema\/(query|filters|fits)|http\/server\/validation)|node_modules\/ajv/, '读取与校验参数'],
  [/^src\/platform\/schema|fast-json-stringify|^generated$/, '脱敏与输出'],
  [/node_modules\/(pino|sonic-boom)|^src\/platform\/http\/server\/log/, '日志'],
  [/node_modules\/prom-client|^src\/platform\/http\/server\/metrics/, '指标'],
  [/^src\//, '路由与处理'],
  [/node_modules\/(fastify|find-my-way|light-my-request|avvio)/, 'Fastify'],
  [/^tests\/bench/, '测量本身'],
];

/** The source file of a frame, relative to the project's folder; empty for Node itself. */
function sourceOf({ url, lineNumber, columnNumber, functionName }: Runtime.CallFrame): string {
  if (!url.startsWith('file:')) return url === '' && functionName.startsWith('anonymous') ? 'generated' : '';
  const file = fileURLToPath(url);
  const entry = findSourceMap(file)?.findEntry(lineNumber, columnNumber);
  const source = entry && 'originalSource' in entry ? entry.originalSource : file;
  return /(?:^|\/)((?:src|tests|node_modules)\/.*)$/.exec(source.replaceAll('\\', '/'))?.[1] ?? source;
}

/**
 * Sums self time by kind, between two moments in milliseconds after the profile's start; Node's own time counts for the
 * calling file.
 */
export function shares(
  { nodes, samples = [], timeDeltas = [] }: Profiler.Profile,
  fromMs: number,
  untilMs: number,
): Share[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(
    nodes.flatMap((node) => (node.children ?? []).map((child): [number, number] => [child, node.id])),
  );
  const known = new Map<number, string | undefined>();
  const kindOf = (id: number): string | undefined => {
    const held = known.get(id);
    if (held !== undefined || known.has(id)) return held;
    const frame = byId.get(id)?.callFrame;
    const parent = parents.get(id);
    const source = frame ? sourceOf(frame) : '';
    const kind =
      frame?.functionName === '(idle)'
        ? undefined
        : frame?.functionName === '(garbage collector)'
          ? '垃圾回收'
          : (source && kinds.find(([pattern]) => pattern.test(source))?.[1]) ||
            (parent === undefined ? 'Node：网络与其他' : (kindOf(parent) ?? 'Node：网络与其他'));
    known.set(id, kind);
    return kind;
  };
  const total = new Map<string, number>();
  let at = 0;
  for (const [i, id] of samples.entries()) {
    const ms = (timeDeltas[i] ?? 0) / 1000;
    at += ms;
    const kind = at < fromMs || at > untilMs ? undefined : kindOf(id);
    if (kind !== undefined) total.set(kind, (total.get(kind) ?? 0) + ms);
  }
  return [...total].map(([what, ms]) => ({ what, ms })).sort((a, b) => b.ms - a.ms);
}

import type { Plugin } from 'vite';

const MAKERS = new Set(['genStyleHooks', 'genComponentStyleHook', 'genSubStyleComponent']);
const STYLE_FILE = /\/antd\/es\/[a-z-]+\/style\/[\w-]+\.js$/;

/** The used part of a syntax tree node. */
interface Node {
  type: string;
  start: number;
  end: number;
  name?: string;
  value?: unknown;
  callee?: Node;
  arguments?: Node[];
  elements?: (Node | null)[];
}

/** The style calls below a part of the syntax tree. */
function made(part: unknown): Node[] {
  if (part === null || typeof part !== 'object') return [];
  const node = part as Node;
  if (node.type === 'CallExpression' && MAKERS.has(node.callee?.name ?? '')) return [node];
  return Object.values(node).flatMap(made);
}

/** The name by which antd registers the styles of a call. */
const nameOf = (what: Node | undefined): string => {
  const cells = what?.elements?.map((cell) => cell?.value) ?? [what?.value, what?.value];
  return cells.join('-');
};

/** Names of the styles in a prebuilt sheet, from its list. */
const stylesIn = (css: string): Set<string> => {
  const list = /cache-path\{content:"([^"]+)"/.exec(css)?.[1] ?? '';
  return new Set(list.split(';').map((entry) => entry.split('|')[1] ?? ''));
};

/**
 * Removes style code from the bundle if the prebuilt style sheet has its styles: a sixth of the code of a list page.
 *
 * @param css Generates the prebuilt sheet
 */
export function skipPrebuiltStyles(css: () => Promise<string>): Plugin {
  let ready: Promise<Set<string>> | undefined;
  return {
    name: 'prebuilt-styles',
    apply: 'build',
    async transform(code, id) {
      if (!STYLE_FILE.test(id)) return undefined;
      const there = await (ready ??= css().then(stylesIn));
      const unneeded = made(this.parse(code)).flatMap(({ arguments: [name, styles] = [] }) =>
        styles && there.has(nameOf(name)) ? [styles] : [],
      );
      if (unneeded.length === 0) return undefined;
      // Backwards, so that earlier offsets stay valid.
      const left = unneeded.reduceRight(
        (text, { start, end }) => `${text.slice(0, start)}() => []${text.slice(end)}`,
        code,
      );
      return { code: left, map: null };
    },
  };
}

import type { Plugin } from 'vite';

const MAKERS = new Set(['genStyleHooks', 'genComponentStyleHook', 'genSubStyleComponent']);
const STYLE_FILE = /\/antd\/es\/[a-z-]+\/style\/[\w-]+\.js$/;

/** What of a syntax tree is looked at. */
interface Node {
  type: string;
  start: number;
  end: number;
  name?: string;
  value?: unknown;
  callee?: Node;
  arguments?: Node[];
  elements?: (Node | null)[];
  declaration?: Node | null;
  declarations?: Node[];
  init?: Node | null;
}

/** The values that a module of styles makes and gives away. */
const made = ({ declaration }: Node): Node[] => {
  const values =
    declaration?.type === 'VariableDeclaration'
      ? (declaration.declarations ?? []).map(({ init }) => init)
      : [declaration];
  return values.filter(
    (value): value is Node => value?.type === 'CallExpression' && MAKERS.has(value.callee?.name ?? ''),
  );
};

/** The name under which antd keeps the styles that a call makes. */
const nameOf = (what: Node | undefined): string => {
  const cells = what?.elements?.map((cell) => cell?.value) ?? [what?.value, what?.value];
  return cells.join('-');
};

/** Those whose styles a sheet made by antd has, by the list that goes with it. */
const stylesIn = (css: string): Set<string> => {
  const list = /cache-path\{content:"([^"]+)"/.exec(css)?.[1] ?? '';
  return new Set(list.split(';').map((entry) => entry.split('|')[1] ?? ''));
};

/**
 * Leaves out of the portal's scripts what would work out styles that its style sheet has already: a sixth of what a
 * list loads.
 *
 * @param css The sheet that antd made
 */
export function stylesAhead(css: () => Promise<string>): Plugin {
  let ready: Promise<Set<string>> | undefined;
  return {
    name: 'styles-ahead',
    apply: 'build',
    async transform(code, id) {
      if (!STYLE_FILE.test(id)) return undefined;
      const there = await (ready ??= css().then(stylesIn));
      const { body } = this.parse(code) as unknown as { body: Node[] };
      const unneeded = body
        .flatMap(made)
        .flatMap(({ arguments: [name, styles] = [] }) => (styles && there.has(nameOf(name)) ? [styles] : []));
      if (unneeded.length === 0) return undefined;
      // From the end on, so that what comes before keeps its place.
      const left = unneeded.reduceRight(
        (text, { start, end }) => `${text.slice(0, start)}() => []${text.slice(end)}`,
        code,
      );
      return { code: left, map: null };
    },
  };
}

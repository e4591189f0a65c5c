import { parseSync, type ESTree } from 'vite';
import type { Mutant } from './mutant.ts';
import { changesOf, type Place } from './mutators.ts';

const LONGEST = 100;
const oneLine = (text: string): string => {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  return flat.length > LONGEST ? `${flat.slice(0, LONGEST)}…` : flat;
};

const isNode = (value: unknown): value is ESTree.Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value;

/** Types have no effect at run time, and neither imports nor names of properties can be replaced by expressions. */
function childrenOf(node: ESTree.Node): ESTree.Node[] {
  if (node.type === 'ImportDeclaration') return [];
  if (node.type.startsWith('TS')) {
    const keeps = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(node.type);
    return keeps && 'expression' in node && isNode(node.expression) ? [node.expression] : [];
  }
  const isKey = (key: string) => key === 'key' && 'computed' in node && !node.computed;
  return Object.entries(node).flatMap(([key, value]) =>
    isKey(key) ? [] : [value].flat().filter((child): child is ESTree.Node => isNode(child)),
  );
}

const isConstant = (node: ESTree.Node): boolean =>
  node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && /^[A-Z][A-Z0-9_]+$/.test(node.id.name);

/** The object of a call or member is a part of the same chain; its arguments are not. */
function staysInChain(parent: ESTree.Node, child: ESTree.Node, inChain: boolean): boolean {
  if (parent.type === 'ChainExpression') return true;
  if (!inChain) return false;
  if (parent.type === 'CallExpression') return parent.callee === child;
  return parent.type === 'MemberExpression' ? parent.object === child : parent.type === 'TSNonNullExpression';
}

/** All mutants of a source file, in the order of their places; outer places come before those inside them. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const { program, errors } = parseSync(file, text, { astType: 'ts' });
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found: Mutant[] = [];
  const seen = new Map<string, number>();
  const textOf = ({ start, end }: ESTree.Node) => text.slice(start, end);

  const visit = (node: ESTree.Node, place: Omit<Place, 'textOf'>): void => {
    for (const { node: changed, text: replacement } of changesOf(node, { ...place, textOf })) {
      const original = oneLine(textOf(changed));
      const name = `${original}\n${replacement}`;
      const nth = (seen.get(name) ?? 0) + 1;
      seen.set(name, nth);
      const { start, end } = changed;
      const line = text.slice(0, start).split('\n').length;
      found.push({ file, line, start, end, original, replacement, statement: replacement === '', nth });
    }
    for (const child of childrenOf(node))
      visit(child, {
        parent: node,
        inChain: staysInChain(node, child, place.inChain),
        inConstant: place.inConstant || isConstant(node),
      });
  };
  visit(program, { parent: undefined, inChain: false, inConstant: false });
  return found;
}

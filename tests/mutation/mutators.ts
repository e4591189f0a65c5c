import type { ESTree } from 'vite';

/** A change of one node: the text that takes the place of the node, empty to remove a statement. */
export interface Change {
  node: ESTree.Node;
  text: string;
}

/** What a mutator knows about the place of a node. */
export interface Place {
  parent: ESTree.Node | undefined;
  /** Inside a chain with `?.`, whose parts cannot be replaced one by one. */
  inChain: boolean;
  /** Inside the value of a constant in upper case. */
  inConstant: boolean;
  textOf(node: ESTree.Node): string;
}

const SWAPPED: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
};
const LIMIT = /max|min|limit|after|tries|per|allowed|least|most/i;
/** Calls that a mutant leaves out: `rows.filter(f)` becomes `rows`. A query without a condition finds too much. */
const LEFT_OUT = new Set(['filter', 'slice', 'trim', 'toLowerCase', 'sort', 'toSorted', 'where', 'padStart']);
const EXCHANGED: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
]);
/** Greater numbers are durations, which tests compare with the same constant. */
const GREATEST_NUMBER = 100;
const LOGGING = /^(await )?[\w.]*\blog\.\w+\(/;

const isText = (node: ESTree.Node): boolean =>
  node.type === 'TemplateLiteral' ||
  (node.type === 'Literal' && typeof node.value === 'string') ||
  (node.type === 'BinaryExpression' && (isText(node.left) || isText(node.right)));

/** A condition that a mutant holds to be true and false has no need of the opposite as well. */
const isCondition = (node: ESTree.Node, { parent }: Place): boolean =>
  (parent?.type === 'IfStatement' || parent?.type === 'ConditionalExpression') && parent.test === node;

function ofComparison(node: ESTree.Node & { type: 'BinaryExpression' }, place: Place): string[] {
  const { left, operator, right } = node;
  const [a, b] = [place.textOf(left), place.textOf(right)];
  const [boundary, ...opposite] = SWAPPED[operator] ?? [];
  const isOrder = /^[<>]/.test(operator);
  if (boundary === undefined || (!isOrder && isText(node))) return [];
  if (!isOrder) return isCondition(node, place) && operator.length === 3 ? [] : [`${a} ${boundary} ${b}`];
  // One more than a limit allows, which no change of the operator says.
  const byOne = LIMIT.test(b) && operator.startsWith('>') ? [`${a} - 1 ${operator} ${b}`] : [];
  return [boundary, ...(isCondition(node, place) ? [] : opposite)].map((other) => `${a} ${other} ${b}`).concat(byOne);
}

function ofCall(node: ESTree.CallExpression, { inChain, textOf }: Place): string[] {
  const { callee } = node;
  if (inChain || callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return [];
  const { name } = callee.property;
  const receiver = textOf(callee.object);
  const rest = textOf(node).slice(callee.end - node.start);
  if (LEFT_OUT.has(name)) return [receiver];
  const other = EXCHANGED.get(name);
  if (other !== undefined) return [`${receiver}.${other}${rest}`];
  if (receiver === 'Math' && name === 'min') return [`Math.max${rest}`];
  if (receiver === 'Math' && name === 'max') return [`Math.min${rest}`];
  return [];
}

/** Calls and assignments have an effect; lines of a log have none that a test should care about. */
function isEffect(expression: ESTree.Expression, text: string): boolean {
  const inner = expression.type === 'AwaitExpression' ? expression.argument : expression;
  const calls = inner.type === 'ChainExpression' ? inner.expression : inner;
  return ['CallExpression', 'AssignmentExpression', 'UpdateExpression'].includes(calls.type) && !LOGGING.test(text);
}

const bothWays = (test: ESTree.Expression): Change[] =>
  test.type === 'Literal' ? [] : ['true', 'false'].map((text) => ({ node: test, text }));

/** The changes that one node gives rise to. */
export function changesOf(node: ESTree.Node, place: Place): Change[] {
  const { textOf } = place;
  const replaced = (texts: readonly string[]): Change[] => texts.map((text) => ({ node, text }));
  switch (node.type) {
    case 'ExpressionStatement':
      return isEffect(node.expression, textOf(node)) ? replaced(['']) : [];
    case 'IfStatement':
    case 'ConditionalExpression':
      return bothWays(node.test);
    case 'LogicalExpression':
      // Null in place of undefined is a matter of form.
      if (node.operator === '??' && textOf(node.right) === 'null') return [];
      return replaced([
        node.operator === '??'
          ? textOf(node.left)
          : `${textOf(node.left)} ${SWAPPED[node.operator]?.[0]} ${textOf(node.right)}`,
      ]);
    case 'BinaryExpression':
      return replaced(ofComparison(node, place));
    case 'UnaryExpression':
      return node.operator === '!' && !isCondition(node, place) ? replaced([textOf(node.argument)]) : [];
    case 'Literal':
      if (typeof node.value === 'boolean') return replaced([String(!node.value)]);
      return place.inConstant && typeof node.value === 'number' && node.value <= GREATEST_NUMBER
        ? replaced([String(node.value + 1)])
        : [];
    case 'CallExpression':
      return replaced(ofCall(node, place));
    default:
      return [];
  }
}

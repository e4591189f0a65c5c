import type { ControlProps } from '../../../feature/web/control.ts';

interface TreeNode {
  value: string;
  children: readonly TreeNode[];
}

const valuesIn = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap(({ value, children }) => [value, ...valuesIn(children)]);

/** Nodes for the chosen values that a tree does not have, by the names that are stored with them. */
export function namedNodes(
  { value, valueName }: Pick<ControlProps, 'value' | 'valueName'>,
  roots: readonly TreeNode[],
): { value: string; title: string; selectable: true; children: [] }[] {
  const names = [valueName].flat();
  if (!names.some((name) => name !== undefined)) return [];
  const known = new Set(valuesIn(roots));
  return [value].flat().flatMap((id, i) => {
    const title = names[i];
    if (typeof id !== 'string' || title === undefined || known.has(id)) return [];
    return [{ value: id, title, selectable: true as const, children: [] as [] }];
  });
}

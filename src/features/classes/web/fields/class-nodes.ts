import type { ClassNode } from '../../contract.ts';
import { NODE_LEVEL } from '../../rules.ts';

export interface TreeNode {
  value: string;
  title: string;
  selectable: boolean;
  children: TreeNode[];
}

/** Nodes above the classes only group them. Periods and grades share ids, so the value of a group is its whole path. */
const treeOf = (nodes: readonly ClassNode[], path = ''): TreeNode[] =>
  nodes.map(({ node_id, node_name, level, next_level }) => {
    const isClass = level === NODE_LEVEL.class;
    const value = isClass ? node_id : `${path}/${node_id}`;
    return { value, title: node_name, selectable: isClass, children: treeOf(next_level, value) };
  });

/** The classes as a tree, without the top level where there is only one school. */
export const classNodes = (data: readonly ClassNode[]): TreeNode[] =>
  treeOf(data.length === 1 ? (data[0]?.next_level ?? []) : data);

/** The class ids below the chosen nodes; a chosen node includes everything below it. */
export function classIdsUnder(nodes: readonly TreeNode[], chosen: ReadonlySet<string>, all = false): string[] {
  return nodes.flatMap(({ value, selectable, children }) => {
    const included = all || chosen.has(value);
    if (!selectable) return classIdsUnder(children, chosen, included);
    return included ? [value] : [];
  });
}

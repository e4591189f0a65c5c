import type { ClassNode } from '../../contract.ts';
import { NODE_LEVEL } from '../../rules.ts';

export interface TreeNode {
  value: string;
  title: string;
  selectable: boolean;
  children: TreeNode[];
}

/**
 * The nodes above the classes only group; their ids are those of periods and grades, which share numbers, so each is
 * named by its whole way.
 */
const treeOf = (nodes: readonly ClassNode[], way = ''): TreeNode[] =>
  nodes.map(({ node_id, node_name, level, next_level }) => {
    const isClass = level === NODE_LEVEL.class;
    const value = isClass ? node_id : `${way}/${node_id}`;
    return { value, title: node_name, selectable: isClass, children: treeOf(next_level, value) };
  });

/** The classes as a tree; a single school says nothing that one does not know. */
export const classNodes = (data: readonly ClassNode[]): TreeNode[] =>
  treeOf(data.length === 1 ? (data[0]?.next_level ?? []) : data);

/** The classes of some chosen nodes: a node stands for all below it. */
export function classIdsUnder(nodes: readonly TreeNode[], chosen: ReadonlySet<string>, all = false): string[] {
  return nodes.flatMap(({ value, selectable, children }) => {
    const taken = all || chosen.has(value);
    return selectable ? (taken ? [value] : []) : classIdsUnder(children, chosen, taken);
  });
}

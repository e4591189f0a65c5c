import type { DepartmentNode } from '../../organisation/public.ts';

/** A node with its parent. */
export interface TreePosition {
  node: DepartmentNode;
  parent: DepartmentNode | undefined;
}

/** The target of a move: the parent, and the next sibling (null: last). */
export interface Place {
  parent_id: string;
  before_id: string | null;
}

/** Every node of the tree with its parent, by id. */
export function positionsOf(nodes: readonly DepartmentNode[]): ReadonlyMap<string, TreePosition> {
  const positions = new Map<string, TreePosition>();
  const walk = (level: readonly DepartmentNode[], parent: DepartmentNode | undefined) => {
    for (const node of level) {
      positions.set(node.node_id, { node, parent });
      walk(node.next_level, node);
    }
  };
  walk(nodes, undefined);
  return positions;
}

/** The ids of the ancestors of a node, nearest first. */
export function pathOf(positions: ReadonlyMap<string, TreePosition>, id: string): string[] {
  const path: string[] = [];
  for (let node = positions.get(id)?.parent; node; node = positions.get(node.node_id)?.parent) path.push(node.node_id);
  return path;
}

/** The next sibling of a node; null for the last. */
export function nextOf(positions: ReadonlyMap<string, TreePosition>, id: string): string | null {
  const siblings = positions.get(id)?.parent?.next_level ?? [];
  return siblings[siblings.findIndex(({ node_id }) => node_id === id) + 1]?.node_id ?? null;
}

/** The tree with one node moved, as the server will return it. */
export function withNodeMoved(
  nodes: readonly DepartmentNode[],
  moved: DepartmentNode,
  { parent_id, before_id }: Place,
): DepartmentNode[] {
  return nodes
    .filter(({ node_id }) => node_id !== moved.node_id)
    .map((node): DepartmentNode => {
      const below = withNodeMoved(node.next_level, moved, { parent_id, before_id });
      if (node.node_id !== parent_id) return { ...node, next_level: below };
      const nextIndex = below.findIndex(({ node_id }) => node_id === before_id);
      const index = nextIndex < 0 ? below.length : nextIndex;
      return { ...node, next_level: [...below.slice(0, index), moved, ...below.slice(index)] };
    });
}

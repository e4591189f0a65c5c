import type { DepartmentNode } from '../contract/structure.ts';

/** A node with where it stands. */
export interface Placed {
  node: DepartmentNode;
  parent: DepartmentNode | undefined;
}

/** Where a department goes: under whom, and before which sibling (null: last). */
export interface Place {
  parent_id: string;
  before_id: string | null;
}

/** Every node of the tree by its id. */
export function placesOf(nodes: readonly DepartmentNode[]): ReadonlyMap<string, Placed> {
  const places = new Map<string, Placed>();
  const walk = (level: readonly DepartmentNode[], parent: DepartmentNode | undefined) => {
    for (const node of level) {
      places.set(node.node_id, { node, parent });
      walk(node.next_level, node);
    }
  };
  walk(nodes, undefined);
  return places;
}

/** What stands above a node, nearest first. */
export function pathOf(places: ReadonlyMap<string, Placed>, id: string): string[] {
  const path: string[] = [];
  for (let above = places.get(id)?.parent; above; above = places.get(above.node_id)?.parent) path.push(above.node_id);
  return path;
}

/** The sibling that follows a node; null where it is the last. */
export function nextOf(places: ReadonlyMap<string, Placed>, id: string): string | null {
  const siblings = places.get(id)?.parent?.next_level ?? [];
  return siblings[siblings.findIndex(({ node_id }) => node_id === id) + 1]?.node_id ?? null;
}

/** The tree with one node in another place, as it will be once the server has moved it. */
export function withMoved(
  nodes: readonly DepartmentNode[],
  moved: DepartmentNode,
  { parent_id, before_id }: Place,
): DepartmentNode[] {
  return nodes
    .filter(({ node_id }) => node_id !== moved.node_id)
    .map((node): DepartmentNode => {
      const below = withMoved(node.next_level, moved, { parent_id, before_id });
      if (node.node_id !== parent_id) return { ...node, next_level: below };
      const found = below.findIndex(({ node_id }) => node_id === before_id);
      const at = found < 0 ? below.length : found;
      return { ...node, next_level: [...below.slice(0, at), moved, ...below.slice(at)] };
    });
}

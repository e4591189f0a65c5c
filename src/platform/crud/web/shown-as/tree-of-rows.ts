/** A row in a tree, or a row of another resource above it. */
export interface TreeNode<T> {
  key: string;
  /** Undefined for a row of another resource. */
  row?: T;
  /** The name of a row of another resource. */
  name?: string;
  children: TreeNode<T>[];
  /** The row is below itself: it stands at the top instead. */
  isCircular?: true;
}

interface Given<T> {
  idOf: (row: T) => string;
  /** The id of the row above; undefined where there is none. */
  aboveOf: (row: T) => string | undefined;
  /** Levels at most; what is deeper stands at the top. */
  levels: number;
}

/**
 * Rows below the rows that they refer to, in their order. A row stands at the top where the row above is not among
 * them, where it is below itself, and where it would be too deep; every row stands once.
 */
export function treeOfRows<T>(rows: readonly T[], { idOf, aboveOf, levels }: Given<T>): TreeNode<T>[] {
  const known = new Set(rows.map(idOf));
  const below = new Map<string | undefined, T[]>();
  for (const row of rows) {
    const above = aboveOf(row);
    const at = above !== undefined && known.has(above) ? above : undefined;
    below.set(at, [...(below.get(at) ?? []), row]);
  }
  const placed = new Set<string>();
  const left: T[] = [];
  const nodeOf = (row: T, level: number): TreeNode<T> => {
    const key = idOf(row);
    placed.add(key);
    const next = (below.get(key) ?? []).filter((one) => !placed.has(idOf(one)));
    if (level >= levels) left.push(...next);
    return { key, row, children: level >= levels ? [] : next.map((one) => nodeOf(one, level + 1)) };
  };
  const roots: TreeNode<T>[] = [];
  const addRoot = (row: T, isCircular: boolean) => {
    if (placed.has(idOf(row))) return;
    roots.push({ ...nodeOf(row, 1), ...(isCircular && { isCircular }) });
    for (const deep of left.splice(0)) addRoot(deep, false);
  };
  for (const row of below.get(undefined) ?? []) addRoot(row, false);
  // What is left is below itself.
  for (const row of rows) addRoot(row, true);
  return roots;
}

/** Rows below the rows of another resource that they refer to, in the order of the first of each; the others follow. */
export function groupsOfRows<T>(
  rows: readonly T[],
  { idOf, aboveOf, nameOf }: Pick<Given<T>, 'idOf' | 'aboveOf'> & { nameOf: (row: T) => string },
): TreeNode<T>[] {
  const groups = new Map<string, TreeNode<T>>();
  const alone: TreeNode<T>[] = [];
  for (const row of rows) {
    const above = aboveOf(row);
    const node: TreeNode<T> = { key: idOf(row), row, children: [] };
    if (above === undefined) alone.push(node);
    else {
      const group = groups.get(above) ?? { key: `of:${above}`, name: nameOf(row), children: [] };
      group.children.push(node);
      groups.set(above, group);
    }
  }
  return [...groups.values(), ...alone];
}

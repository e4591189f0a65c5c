import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupsOfRows, treeOfRows, type TreeNode } from '../../../../src/platform/crud/web/shown-as/tree-of-rows.ts';

interface Row {
  id: string;
  above?: string | undefined;
}
const idOf = ({ id }: Row) => id;
const aboveOf = ({ above }: Row) => above;
const tree = (rows: readonly Row[], levels = 12) => treeOfRows(rows, { idOf, aboveOf, levels });
const plain = (nodes: readonly TreeNode<Row>[]): unknown[] =>
  nodes.map(({ key, children }) => (children.length === 0 ? key : [key, plain(children)]));
const keysIn = (nodes: readonly TreeNode<Row>[]): string[] =>
  nodes.flatMap(({ key, children }) => [key, ...keysIn(children)]);
const levelsOf = (nodes: readonly TreeNode<Row>[]): number =>
  nodes.length === 0 ? 0 : 1 + Math.max(...nodes.map(({ children }) => levelsOf(children)));

describe('a tree of rows', () => {
  it('has rows below the row that they name, in the order of the list', () => {
    const rows = [{ id: 'c', above: 'b' }, { id: 'a' }, { id: 'b', above: 'a' }, { id: 'd', above: 'a' }, { id: 'e' }];
    expect(plain(tree(rows))).toEqual([['a', [['b', ['c']], 'd']], 'e']);
  });

  it('has a row at the top whose upper row is not in the list', () => {
    expect(plain(tree([{ id: 'a', above: 'elsewhere' }]))).toEqual(['a']);
  });

  it('marks a row that is below itself', () => {
    const nodes = tree([
      { id: 'a', above: 'b' },
      { id: 'b', above: 'a' },
      { id: 'c', above: 'c' },
    ]);
    expect(plain(nodes)).toEqual([['a', ['b']], 'c']);
    expect(nodes.map(({ isCircular }) => isCircular)).toEqual([true, true]);
  });

  it('has every row once and no more levels than allowed, whatever the rows name', () => {
    const rows = fc
      .array(fc.option(fc.nat(40), { nil: undefined }), { maxLength: 40 })
      .map((all) =>
        all.map((above, i): Row => ({ id: String(i), above: above === undefined ? above : String(above) })),
      );
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 6 }), (all, levels) => {
        const nodes = tree(all, levels);
        expect(keysIn(nodes).toSorted()).toEqual(all.map(idOf).toSorted());
        expect(levelsOf(nodes)).toBeLessThanOrEqual(levels);
      }),
    );
  });

  it('has groups where rows name rows of another resource; the others follow', () => {
    const nodes = groupsOfRows(
      [{ id: 'a' }, { id: 'b', above: 'x' }, { id: 'c', above: 'y' }, { id: 'd', above: 'x' }],
      {
        idOf,
        aboveOf,
        nameOf: ({ above = '' }) => `名${above}`,
      },
    );
    expect(plain(nodes)).toEqual([['of:x', ['b', 'd']], ['of:y', ['c']], 'a']);
    expect(nodes[0]?.name).toBe('名x');
  });
});

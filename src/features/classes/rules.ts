import { labelOf } from '../../platform/schema/labels.ts';
import { gradeId } from '../organisation/public.ts';
import type { ClassNode } from './contract.ts';

/** Node types of a school's tree (`spec §3`). */
export const NODE_LEVEL = { school: 2, grade: 3, class: 4, period: 6 } as const;

/** Child of a node by id, added when it is missing. */
function childOf(parent: ClassNode, node_id: string, level: number, name: () => string): ClassNode {
  const last = parent.next_level.at(-1);
  if (last?.node_id === node_id) return last;
  const node: ClassNode = { node_id, node_name: name(), level, next_level: [] };
  parent.next_level.push(node);
  return node;
}

/**
 * Tree of school → period → grade → class. Branches without a class are left out (`spec §6`), so the tree may be empty.
 *
 * @param classes ordered by period and grade; the order within a grade is kept
 */
export function classTree(
  org: { org_id: string; org_name: string },
  classes: readonly { class_id: string; class_name: string; period: number; grade: number }[],
): ClassNode[] {
  if (classes.length === 0) return [];
  const school: ClassNode = { node_id: org.org_id, node_name: org.org_name, level: NODE_LEVEL.school, next_level: [] };
  for (const { class_id, class_name, period, grade } of classes) {
    const ofPeriod = childOf(school, String(period), NODE_LEVEL.period, () => labelOf('class_period', period));
    const ofGrade = childOf(ofPeriod, gradeId(period, grade), NODE_LEVEL.grade, () => labelOf('grade', grade));
    ofGrade.next_level.push({ node_id: class_id, node_name: class_name, level: NODE_LEVEL.class, next_level: [] });
  }
  return [school];
}

/** Grades of a tree that have a class, at any depth (`spec §6`, class picker). */
export const gradesIn = (nodes: readonly ClassNode[]): ClassNode[] =>
  nodes.flatMap((node) => {
    if (node.level !== NODE_LEVEL.grade) return gradesIn(node.next_level);
    return node.next_level.length > 0 ? [node] : [];
  });

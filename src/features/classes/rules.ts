import { labelOf } from '../../platform/schema/labels.ts';
import { gradeId } from '../organisation/public.ts';
import type { ClassNode } from './contract.ts';

/** Node types of the organisation tree (`spec §3`) that a school's tree has. */
export const NODE_LEVEL = { school: 2, grade: 3, class: 4, period: 6 } as const;

/** The child of a node with this id, added where it is not there yet. */
function childOf(parent: ClassNode, node_id: string, level: number, name: () => string): ClassNode {
  const last = parent.next_level.at(-1);
  if (last?.node_id === node_id) return last;
  const node: ClassNode = { node_id, node_name: name(), level, next_level: [] };
  parent.next_level.push(node);
  return node;
}

/**
 * School → period → grade → class; only branches that hold a class (`spec §6`), so nothing where there is none.
 *
 * @param classes Ordered by period and grade; the order of the classes of a grade stays
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

/** The grades of a tree that hold a class (`spec §6`, class picker), however deep they stand. */
export const gradesIn = (nodes: readonly ClassNode[]): ClassNode[] =>
  nodes.flatMap((node) =>
    node.level === NODE_LEVEL.grade ? (node.next_level.length > 0 ? [node] : []) : gradesIn(node.next_level),
  );

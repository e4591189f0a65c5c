import type { ClassNode } from '../../contract.ts';
import { NODE_LEVEL } from '../../rules.ts';

export interface CheckNode {
  value: string;
  title: string;
  checkable: boolean;
  children: CheckNode[];
}

/** Grades and classes share no ids, but their values say which of the two they are. */
const GRADE = 'grade ';
const CLASS = 'class ';

const treeOf = (nodes: readonly ClassNode[], path = ''): CheckNode[] =>
  nodes.map(({ node_id: id, node_name: title, level, next_level: below }) => {
    const isClass = level === NODE_LEVEL.class;
    const isGrade = level === NODE_LEVEL.grade;
    const value = isClass ? CLASS + id : isGrade ? GRADE + id : `${path}/${id}`;
    return { value, title, checkable: isClass || isGrade, children: treeOf(below, value) };
  });

/** Grades and classes to tick, without the top level where there is only one school. */
export const gradeClassNodes = (data: readonly ClassNode[]): CheckNode[] =>
  treeOf(data.length === 1 ? (data[0]?.next_level ?? []) : data);

/** Ids of grades (`3-7`, period and grade) and of classes. */
export interface GradesAndClasses {
  grades: readonly string[];
  classes: readonly string[];
}

const idsOf = (values: readonly string[], kind: string): string[] =>
  values.flatMap((value) => (value.startsWith(kind) ? [value.slice(kind.length)] : []));

/** The values of nodes that stand for some grades and classes, and back. */
export const checkedNodes = ({ grades, classes }: GradesAndClasses): string[] => [
  ...grades.map((id) => GRADE + id),
  ...classes.map((id) => CLASS + id),
];
export const gradesAndClassesOf = (values: readonly string[]): { grades: string[]; classes: string[] } => ({
  grades: idsOf(values, GRADE),
  classes: idsOf(values, CLASS),
});

import { nextClassName, nextGrade, type TaughtPeriod } from './next-grade.ts';

export interface YearClass {
  class_id: string;
  class_name: string;
  period: number;
  grade: number;
  class_no: number | null;
}

/** Target of a class; without `to` it graduates. `class_id` of `to` is set when the new year has the class already. */
export interface ClassMove<C extends YearClass = YearClass> {
  from: C;
  to?: { period: number; grade: number; class_name: string; class_no: number | null; class_id?: string };
}

const keyOf = (grade: number, name: string) => `${grade} ${name}`;

/**
 * Targets of the classes of a year in the next year.
 *
 * @param there existing classes of the new year; one with the right grade and name is reused
 * @returns the moves, and names that two classes would get
 */
export function moveUp<C extends YearClass>(
  taught: readonly TaughtPeriod[],
  classes: readonly C[],
  there: readonly YearClass[],
): { moves: ClassMove<C>[]; twins: string[] } {
  const known = new Map(there.map((one) => [keyOf(one.grade, one.class_name), one.class_id]));
  const moves = classes.map((from): ClassMove<C> => {
    const grade = nextGrade(taught, from.period, from.grade);
    if (grade === undefined) return { from };
    const class_name = nextClassName(from.class_name, from.grade, grade);
    return {
      from,
      to: {
        period: from.period,
        grade,
        class_name,
        class_no: from.class_no,
        class_id: known.get(keyOf(grade, class_name)),
      },
    };
  });
  const names = moves.flatMap(({ to }) => (to ? [keyOf(to.grade, to.class_name)] : []));
  return {
    moves,
    twins: moves.flatMap(({ to }) =>
      to && names.indexOf(keyOf(to.grade, to.class_name)) !== names.lastIndexOf(keyOf(to.grade, to.class_name))
        ? [to.class_name]
        : [],
    ),
  };
}

/**
 * Class of the new year in which a student repeats the grade: the one with the same number, otherwise the first;
 * undefined when the grade has no class.
 */
export function classToRepeat<C extends YearClass>(from: YearClass, there: readonly C[]): C | undefined {
  const fitting = there.filter(({ period, grade }) => period === from.period && grade === from.grade);
  return fitting.find(({ class_no }) => class_no !== null && class_no === from.class_no) ?? fitting[0];
}

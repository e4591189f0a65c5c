/*
 * Disclosure rules for a reader of numbers about students who may not know of a single one, such as an institution
 * that reads about its schools: numbers of students, suppressed when small, rounded otherwise.
 * 1. Numbers count students and not events; a student counts once in each number.
 * 2. A number below `smallest` is suppressed, and so is a zero: both look the same.
 * 3. Every other number, totals included, is rounded on its own to a multiple of `smallest`. The same group always
 * gives the same number.
 * 4. Filters cannot be combined freely: a period or a screening, and within it a place and the places below it.
 * 5. Shares are computed from published numbers. Times are published in steps and need at least `FEW` times as many
 * students.
 * Why no subtraction reveals a student: one student changes a number by at most one, and a published number stands for
 * at least three consecutive values. A difference of two numbers (total less parts, year less month, place less one of
 * its places, today less yesterday, the views of two users) therefore stands for at least five values, never for one
 * student alone. A small group looks like an empty one, so an upper bound never proves that a student exists.
 * That holds for readers who learn nothing else about single students. Next to exact numbers of who has submitted, or
 * names, a number that crosses a step with one more sheet tells that sheet's result: publish it only when no more
 * sheets come in.
 * Limits: many answers combined with much outside knowledge may narrow a sum down. A group whose students are all of
 * one kind shows that.
 */

/** Smallest number of students that is published; a tenant may configure a larger one. */
export const SMALLEST_GROUP = 5;
/** Times and shares need this many times the smallest group. */
const FEW = 4;

/** Published number of students; undefined when the group is too small. */
export const publishedCount = (students: number, smallest: number): number | undefined =>
  students < smallest ? undefined : Math.round(students / smallest) * smallest;
/** Whether a group is large enough to publish times and shares. */
export const publishesTimes = (students: number, smallest: number): boolean => students >= FEW * smallest;

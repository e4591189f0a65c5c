/** The students of a plan: grades (node ids of the class tree), classes, custom groups and single students, united. */
export interface ExamScope {
  grade_ids?: readonly string[];
  class_ids?: readonly string[];
  group_ids?: readonly string[];
  child_ids?: readonly string[];
}

export const SCOPE_PARTS = ['grade_ids', 'class_ids', 'group_ids', 'child_ids'] as const;

export const isEmptyScope = (scope: ExamScope): boolean =>
  SCOPE_PARTS.every((part) => (scope[part] ?? []).length === 0);

/** The ids that one scope has and another lacks. */
export const addedTo = (before: ExamScope, after: ExamScope): ExamScope =>
  Object.fromEntries(
    SCOPE_PARTS.map((part) => [part, (after[part] ?? []).filter((id) => !(before[part] ?? []).includes(id))]),
  );

import { useMemo } from 'react';
import type { ClassNode } from '../../../classes/public.ts';
import { useClassesTree } from '../../../classes/web/public.ts';
import type { ExamScope } from '../../rules/scope.ts';
import { isMeant } from './grades.ts';

/** Ids of grades in the class tree: period and grade. */
const GRADE_ID = /^\d{1,2}-\d{1,4}$/;

const gradesIn = (nodes: readonly ClassNode[]): string[] =>
  nodes.flatMap(({ node_id: id, next_level: below }) => (GRADE_ID.test(id) ? [id] : gradesIn(below)));

/** The grades of the caller's classes that a plan is meant for. */
export function useSuggestedScope(grades: readonly string[]): ExamScope {
  const { data } = useClassesTree();
  return useMemo(() => {
    const meant = gradesIn(data ?? []).filter((id) => isMeant(grades, id));
    return meant.length > 0 ? { grade_ids: meant } : {};
  }, [data, grades]);
}

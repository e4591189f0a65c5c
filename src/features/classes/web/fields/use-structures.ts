import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../platform/http/web/call.ts';
import { classesTree, eduStructures } from '../../public.ts';

/**
 * The periods a school has, each with its grades; they change a few times a year, so they are loaded once per page
 * load.
 */
export const useEduStructures = () =>
  useQuery({
    queryKey: ['edu-structures'],
    queryFn: ({ signal }) => call(eduStructures, {}, { signal }),
    staleTime: Infinity,
  });

/** The colleges of the school with their majors; reloaded on every use, because they change. */
export const useFaculty = () =>
  useQuery({
    queryKey: ['faculty'],
    queryFn: async ({ signal }) => (await call(eduStructures, {}, { signal })).colleges ?? [],
  });

/** Periods, grades and classes as a tree; reloaded on every use, because classes change. */
export const useClassesTree = () =>
  useQuery({ queryKey: ['classes-tree'], queryFn: ({ signal }) => call(classesTree, { query: {} }, { signal }) });

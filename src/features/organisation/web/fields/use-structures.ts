import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../platform/http/web/call.ts';
import { schoolYears } from '../../../academic-years/public.ts';
import { classesTree, eduStructures } from '../../../classes/public.ts';

/** The structure of a school changes a few times a year, so it is loaded once per page load. */
const loadedOnce = { staleTime: Infinity } as const;

/** The periods a school has, each with its grades. */
export const useEduStructures = () =>
  useQuery({
    queryKey: ['edu-structures'],
    queryFn: ({ signal }) => call(eduStructures, {}, { signal }),
    ...loadedOnce,
  });

/** The colleges of the school with their majors; reloaded on every use, because they change. */
export const useFaculty = () =>
  useQuery({
    queryKey: ['faculty'],
    queryFn: async ({ signal }) => (await call(eduStructures, {}, { signal })).colleges ?? [],
  });

/** The school's academic years. */
export const useSchoolYears = () =>
  useQuery({ queryKey: ['school-years'], queryFn: ({ signal }) => call(schoolYears, {}, { signal }), ...loadedOnce });

/** Periods, grades and classes as a tree; reloaded on every use, because classes change. */
export const useClassesTree = () =>
  useQuery({ queryKey: ['classes-tree'], queryFn: ({ signal }) => call(classesTree, { query: {} }, { signal }) });

import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../platform/http/web/call.ts';
import { schoolYears } from '../../../academic-years/contract.ts';
import { classesTree, eduStructures } from '../../../classes/contract.ts';

/** What a school is built of changes a few times a year; a reload of the page reads it anew. */
const steady = { staleTime: Infinity } as const;

/** The periods a school has, each with its grades. */
export const useEduStructures = () =>
  useQuery({ queryKey: ['edu-structures'], queryFn: ({ signal }) => call(eduStructures, {}, { signal }), ...steady });

/** The school's colleges with their majors, which come and go. */
export const useFaculty = () =>
  useQuery({
    queryKey: ['faculty'],
    queryFn: async ({ signal }) => (await call(eduStructures, {}, { signal })).colleges ?? [],
  });

/** The school's academic years. */
export const useSchoolYears = () =>
  useQuery({ queryKey: ['school-years'], queryFn: ({ signal }) => call(schoolYears, {}, { signal }), ...steady });

/** Periods, grades and classes as a tree; classes come and go, so it is read anew with every use. */
export const useClassesTree = () =>
  useQuery({ queryKey: ['classes-tree'], queryFn: ({ signal }) => call(classesTree, { query: {} }, { signal }) });

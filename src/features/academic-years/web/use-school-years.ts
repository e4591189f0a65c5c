import { useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/http/web/call.ts';
import { schoolYears } from '../contract.ts';

/** The school's academic years; they change once a year, so they are loaded once per page load. */
export const useSchoolYears = () =>
  useQuery({
    queryKey: ['school-years'],
    queryFn: ({ signal }) => call(schoolYears, {}, { signal }),
    staleTime: Infinity,
  });

import type { OrgContext } from '../../../platform/context/server/context.ts';
import { orgById } from '../../../platform/context/server/queries/orgs.ts';
import type { QueryOf } from '../../../platform/contract/endpoint.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { gradeId } from '../../organisation/public.ts';
import { structuresOf } from '../../organisation/server/public.ts';
import type { ClassNode, EduStructures, classesTree } from '../contract.ts';
import { classTree } from '../rules.ts';
import { classesForTree } from './queries/classes-tree.ts';
import { collegesOf, majorsOf } from './queries/faculty.ts';

/** Periods, grades and classes within the role's scope; branches without a class are left out (`spec §6`). */
export async function readClassTree(
  { actor, services: { access, db } }: OrgContext,
  query: QueryOf<typeof classesTree>,
): Promise<ClassNode[]> {
  const { orgId } = actor;
  const [[org], classes] = await db.read({ orgId, userId: null }, [
    orgById(orgId),
    classesForTree(orgId, access.scope(actor, 'class'), query),
  ]);
  if (!org) throw new AppError('PSY_NOT_FOUND');
  return classTree(org, classes);
}

/** Structure of the school: periods with their grades, and colleges with their majors. */
export async function readEduStructures({ actor: { orgId }, services: { db } }: OrgContext): Promise<EduStructures> {
  const [structures, colleges, majors] = await db.read({ orgId, userId: null }, [
    structuresOf(orgId),
    collegesOf(orgId),
    majorsOf(orgId),
  ]);
  return {
    items: structures.map(({ period, edu_type, grades }) => ({
      period,
      period_name: labelOf('class_period', period),
      edu_type: edu_type ?? undefined,
      grades: grades.map((grade) => ({
        grade_id: gradeId(period, grade),
        grade,
        grade_name: labelOf('grade', grade),
      })),
    })),
    ...(colleges.length > 0 && {
      colleges: colleges.map((college) => ({
        ...college,
        majors: majors
          .filter(({ college_id }) => college_id === college.college_id)
          .map(({ major_id, major_name }) => ({ major_id, major_name })),
      })),
    }),
  };
}

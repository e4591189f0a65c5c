import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import { orgDetails } from '../../../platform/session/contract.ts';
import * as structure from '../contract/departments.ts';
import * as institutions from '../contract/institutions.ts';
import * as org from '../contract/org.ts';
import { departmentTree, gradesOfDepartment, peopleInDepartment, staffToChoose } from './read-departments.ts';
import { openedFeatures, organisationDetails, schoolDetails } from './read-organisation.ts';
import { setEdus } from './set-edus.ts';
import { enterSchool, leaveSchool } from './visit-school.ts';

const done = { ok: true } as const;

/** Organisation, departments, and visits of an institution to its schools. */
export const organisationHandlers: readonly Implementation[] = [
  implement(orgDetails, (ctx, { params }) => organisationDetails(ctx, params.id)),
  implement(org.school, (ctx, { params }) => schoolDetails(ctx, params.id)),
  implement(org.schoolAuths, (ctx, { query }) => openedFeatures(ctx, query.org_id)),
  implement(structure.departmentsTree, (ctx) => departmentTree(ctx)),
  implement(structure.departmentStaff, (ctx) => staffToChoose(ctx)),
  implement(structure.departmentPeople, (ctx, { params, query }) => peopleInDepartment(ctx, params.id, query)),
  implement(structure.createEdus, async (ctx, { body }) => {
    await ctx.transaction((tx) => setEdus(ctx, tx, body.department_id, body.items));
    return gradesOfDepartment(ctx, body.department_id);
  }),
  implement(structure.putEdus, async (ctx, { params, body }) => {
    await ctx.transaction((tx) => setEdus(ctx, tx, params.id, body.items));
    return gradesOfDepartment(ctx, params.id);
  }),
  implement(structure.departmentGrades, (ctx, { params }) => gradesOfDepartment(ctx, params.id)),
  implement(institutions.enterSchool, (ctx, { params }) => enterSchool(ctx, params.id)),
  implement(institutions.leaveSchool, async (ctx, { params }) => {
    await leaveSchool(ctx, params.id);
    return done;
  }),
];

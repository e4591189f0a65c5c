import { ORG_TYPE } from '../../../../platform/access/identity.ts';
import { featuresOf, orgById, settingsOf, termsOf } from '../../../../platform/access/server/queries/orgs.ts';
import { productStatus, serviceState } from '../../../../platform/access/service-stage.ts';
import {
  implement,
  type RequestContext,
  type Implementation,
  type OrgContext,
} from '../../../../platform/context/server/context.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { rowsOfIds } from '../../../../platform/resources/server/queries/rows/read.ts';
import { reach } from '../../../../platform/resources/server/reading.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { yearsOf } from '../../../academic-years/server/queries/years.ts';
import { classTree, gradeId } from '../../../classes/rules.ts';
import { classesForTree } from '../../../classes/server/queries/classes-tree.ts';
import { collegesOf, majorsOf } from '../../../classes/server/queries/faculty.ts';
import { defaultSite, hostName, siteData } from '../../../sites/rules/site.ts';
import { siteByHostName } from '../../../sites/server/queries.ts';
import { orgProducts } from '../../../subscription/contract.ts';
import * as contract from '../../contract/org.ts';
import { schoolHooks } from '../hooks.ts';
import { structuresOf } from '../queries/edu-structures.ts';

/** The portal itself, among the applications of an organisation. */
const PORTAL = 'portal';

/**
 * An organisation answers for itself alone, and other ids are refused alike, whether they exist or not. @throws
 * AppError AC_FORBIDDEN
 */
function requireOwn(ctx: OrgContext, orgId: string) {
  if (orgId !== ctx.actor.orgId) throw new AppError('AC_FORBIDDEN');
}

async function ownOrg(ctx: OrgContext) {
  const [[org]] = await ctx.read([orgById(ctx.actor.orgId)]);
  if (!org) throw new AppError('PSY_NOT_FOUND');
  return org;
}

async function siteOf({ services: { db } }: RequestContext, host: string): Promise<contract.SiteData> {
  const [[site]] = await db.read({ orgId: null, userId: null }, [siteByHostName(hostName(host))]);
  if (!site) return defaultSite(host);
  const [[org]] = await db.read({ orgId: site.org_id, userId: null }, [orgById(site.org_id)]);
  return { ...siteData(site), org_id: site.org_id, org_name: org?.org_name };
}

export const orgHandlers: readonly Implementation[] = [
  implement(contract.siteByHost, (ctx, { query }) => siteOf(ctx, query.host)),
  implement(contract.orgDetails, async (ctx, { params }) => {
    requireOwn(ctx, params.id);
    const org = await ownOrg(ctx);
    const product_status = productStatus(serviceState(termsOf(org), ctx.services.clock.now()));
    return {
      ...org,
      product_status,
      edu_level: org.edu_level ?? undefined,
      account_expire_at: org.account_expire_at ?? undefined,
    };
  }),
  implement(contract.school, async (ctx, { params }) => {
    if (ctx.actor.orgType === ORG_TYPE.institution) {
      const { rows, tenant } = reach(ctx, 'school', schoolHooks);
      const [[found]] = await ctx.services.db.read(tenant, [rowsOfIds(rows, [params.id])]);
      if (!found) throw new AppError('AC_FORBIDDEN');
    } else requireOwn(ctx, params.id);
    const [[org]] = await ctx.services.db.read({ orgId: params.id, userId: null }, [orgById(params.id)]);
    if (!org) throw new AppError('PSY_NOT_FOUND');
    const {
      org_id,
      org_name,
      edu_level,
      service_type,
      product_status,
      account_expire_at,
      available_quota,
      total_quota,
    } = org;
    return {
      school_id: org_id,
      school_name: org_name,
      edu_level: edu_level ?? undefined,
      service_type,
      product_status,
      account_expire_at: account_expire_at ?? undefined,
      used_quota: total_quota - available_quota,
      total_quota,
    };
  }),
  implement(contract.archiveSettings, async ({ actor, services: { access } }) => {
    const {
      security: { flags, verified, masking, watermark },
    } = actor;
    const open = access.decide(actor, 'student/archive', 'open');
    // A role without flags of its own sees what the archive holds; one that has some sees what was turned on.
    const sees = (flag: string) => open && (flags[flag] ?? true);
    return {
      archive_open: open,
      student_report_view: sees('student_report_view'),
      student_risk_view: sees('student_risk_view'),
      head_class_teacher_check_wraning: sees('head_class_teacher_check_wraning'),
      authorization_secondary: verified.has('student/archive'),
      desensitization: masking,
      watermark,
    };
  }),
  implement(orgProducts, async (ctx, { params }) => {
    requireOwn(ctx, params.id);
    const {
      actor: { orgId },
      services: { clock },
    } = ctx;
    const [[org], features] = await ctx.read([orgById(orgId), featuresOf(orgId)]);
    if (!org) throw new AppError('PSY_NOT_FOUND');
    const status = productStatus(serviceState(termsOf(org), clock.now()));
    // What every organisation has, and what it has opened.
    const items = [PORTAL, ...features.map(({ feature }) => feature)].map((code) => ({
      product_code: code,
      product_name: labelOf('product', code.toLowerCase()),
      status,
      expire_at: org.account_expire_at ?? undefined,
    }));
    return { total: items.length, items };
  }),
  implement(contract.schoolAuths, async (ctx, { query }) => {
    requireOwn(ctx, query.org_id);
    const { orgId } = ctx.actor;
    const [features, [settings]] = await ctx.read([featuresOf(orgId), settingsOf(orgId)]);
    return {
      software_auth: features.map((f) => f.feature),
      school_open: { consulting_offline_open: settings?.consulting_offline_open ?? false },
      auto_create_user: settings?.auto_create_user ?? false,
    };
  }),
  implement(contract.eduStructures, async (ctx) => {
    const { orgId } = ctx.actor;
    const [structures, colleges, majors] = await ctx.read([structuresOf(orgId), collegesOf(orgId), majorsOf(orgId)]);
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
  }),
  implement(contract.schoolYears, async (ctx) => {
    const [items] = await ctx.read([yearsOf(ctx.actor.orgId)]);
    return { total: items.length, items };
  }),
  implement(contract.classesTree, async (ctx, { query }) => {
    const {
      actor,
      services: { access },
    } = ctx;
    const [[org], classes] = await ctx.read([
      orgById(actor.orgId),
      classesForTree(actor.orgId, access.scope(actor, 'class'), query),
    ]);
    if (!org) throw new AppError('PSY_NOT_FOUND');
    return classTree(org, classes);
  }),
];

import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import * as quality from '../../contract/quality.ts';
import * as recalculation from '../../contract/recalculation.ts';
import * as contract from '../../contract/rules.ts';
import { activateRule, changeRule, confirmRule, createRule, readRules } from '../alerts/alert-rules.ts';
import { previewRecalculation } from '../alerts/preview-recalculation.ts';
import { readQuality, replayRule } from '../alerts/quality.ts';
import { recalculate } from '../alerts/recalculate.ts';

const done = { ok: true } as const;

export const ruleHandlers: readonly Implementation[] = [
  implement(contract.alertRules, (ctx) => readRules(ctx)),
  implement(contract.createRule, (ctx, { body }) => ctx.transaction((tx) => createRule(ctx, tx, body))),
  implement(contract.changeRule, async (ctx, { params: { id }, body }) => {
    await ctx.transaction((tx) => changeRule(ctx, tx, id, body));
    return done;
  }),
  implement(contract.activateRule, async (ctx, { params: { id }, body }) => {
    await ctx.transaction((tx) => activateRule(ctx, tx, id, body.active));
    return done;
  }),
  implement(contract.confirmRule, async (ctx, { params: { id } }) => {
    await ctx.transaction((tx) => confirmRule(ctx, tx, id));
    return done;
  }),
  implement(quality.screeningQuality, (ctx, { query }) => readQuality(ctx, query.from)),
  implement(quality.replayRule, (ctx, { body }) => replayRule(ctx, body.conditions)),
  implement(recalculation.recalculate, async (ctx, { params: { id }, body }) => {
    await ctx.transaction((tx) => recalculate(ctx, tx, id, body.norm_sets));
    return done;
  }),
  implement(recalculation.previewRecalculation, (ctx, { params: { id }, body }) =>
    previewRecalculation(ctx, id, body.norm_sets),
  ),
];

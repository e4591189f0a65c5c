import { beforeEach, describe, expect, it } from 'vitest';
import classSchema from '../../../../schemas/entities/class.json' with { type: 'json' };
import { createAccessControl, SEVERAL } from '../../../../src/platform/refine/web/access-control.ts';
import type { EntitySchema } from '../../../../src/platform/schema/types.ts';
import { forgetRights, rightsFrom, rightsStore } from '../../../../src/platform/session/web/rights.ts';
import { abilitiesOf } from '../../../support/msw-data.ts';

beforeEach(forgetRights);

const access = createAccessControl(new Map([['class', classSchema as unknown as EntitySchema]]));
const can = async (resource: string, action: string) => (await access.can({ resource, action })).can;

describe('rights', () => {
  it('allow nothing before the server has answered', async () => {
    expect([rightsStore.get().can('index', 'open'), await can('class', 'list')]).toEqual([false, false]);
  });

  it('are the answers of the server, act by area', () => {
    const rights = rightsFrom(abilitiesOf(['org-manage/class'], { create: ['org-manage/class'] }));
    expect([
      rights.can('org-manage/class', 'open'),
      rights.can('org-manage/class', 'create'),
      rights.can('org-manage/class', 'delete'),
      rights.can('org-manage', 'open'),
    ]).toEqual([true, true, false, false]);
  });

  it('of an earlier role do not apply to the next', () => {
    rightsStore.set(rightsFrom(abilitiesOf(['site-setting'], { update: ['site-setting'] })));
    rightsStore.set(rightsFrom(abilitiesOf(['index'])));
    expect([rightsStore.get().can('site-setting', 'open'), rightsStore.get().can('site-setting', 'update')]).toEqual([
      false,
      false,
    ]);
  });

  it("answer Refine by the area of a resource and Refine's names of acts", async () => {
    rightsStore.set(
      rightsFrom(abilitiesOf(['org-manage/class'], { create: ['org-manage/class'], update: ['org-manage/class'] })),
    );
    expect(
      await Promise.all([
        can('class', 'list'),
        can('class', 'show'),
        can('class', 'edit'),
        can('class', 'clone'),
        can('class', 'delete'),
        can('org-manage/class', 'open'),
      ]),
    ).toEqual([true, true, true, true, false, true]);
  });

  it('answer several acts at once', async () => {
    rightsStore.set(rightsFrom(abilitiesOf(['index', 'org-manage/class'], { create: ['org-manage/class'] })));
    const ask = (questions: readonly (readonly [string, string])[]) =>
      access.can({ action: SEVERAL, params: { questions } });
    const [open, create, remove] = [
      ['index', 'open'],
      ['org-manage/class', 'create'],
      ['org-manage/class', 'delete'],
    ] as const;
    expect(await ask([open, create])).toEqual({ can: true, allowed: [open, create] });
    expect(await ask([open, create, remove])).toMatchObject({ can: false, allowed: [open, create] });
  });
});

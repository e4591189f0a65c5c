import { implement, type Implementation } from '../../../context/server/context.ts';
import { AppError } from '../../../errors/app-error.ts';
import { nowIso } from '../../../runtime/server/clock.ts';
import * as contract from '../../contract/preferences.ts';
import { otherPreferences, preferenceOf, putPreferenceOf } from '../queries/preferences.ts';

/** Maximum number of settings per person: more than the portal has screens, and too few to fill the database. */
const PER_PERSON = 100;

const NO_TENANT = { orgId: null, userId: null };

export const preferencesHandlers: readonly Implementation[] = [
  implement(contract.getPreference, async ({ services: { db }, caller }, { params }) => {
    const [[kept]] = await db.read(NO_TENANT, [preferenceOf(caller.userId, params.key)]);
    return { value: kept?.value ?? {} };
  }),
  implement(contract.putPreference, async ({ services: { db, clock }, caller }, { params, body }) => {
    await db.transaction(NO_TENANT, async (tx) => {
      const [others] = await tx.run(otherPreferences(caller.userId, params.key));
      if (others && others.n >= PER_PERSON)
        throw new AppError('PSY_INVALID_INPUT', { message: '个人界面设置过多，无法再保存' });
      await tx.run(putPreferenceOf(caller.userId, params.key, body.value, nowIso(clock)));
    });
    return { ok: true } as const;
  }),
];

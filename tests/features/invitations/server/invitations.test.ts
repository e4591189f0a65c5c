import { beforeAll, expect, it } from 'vitest';
import { VALID_MINUTES } from '../../../../src/features/invitations/rules/codes.ts';
import type { Client, Json } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import {
  group,
  INVITATIONS,
  invite,
  newcomer,
  outcome,
  rows,
  SETTINGS,
  SINGLE,
  staff,
  ticketOf,
} from '../support/invited.ts';

const LIST = '/v1/portal/invitations';

describeApi('invitations to register', (kind) => {
  const server = useServer(kind);
  let admin: Client;
  let teacher: Client;
  beforeAll(async () => {
    admin = await staff(server(), 2001, 4);
    teacher = await staff(server(), 2001, 7);
  });
  const wrong = async (body: Json, client = admin) => {
    const answer = await client.post(INVITATIONS, body);
    return [outcome(answer), ...(answer.json.details ?? []).map((d: Json) => `${d.field} ${d.message}`)];
  };

  it('are made for every validity of their type, with a code of which only a hash is stored', async () => {
    const codes: string[] = [];
    for (const valid_minutes of VALID_MINUTES[1]) {
      const { data, status } = await admin.post(INVITATIONS, { code_type: 1, valid_minutes });
      expect(status).toBe(201);
      expect(Date.parse(data.expires_at) - server().clock.now()).toBe(valid_minutes * 60_000);
      codes.push(data.invitation_code);
    }
    for (const valid_minutes of VALID_MINUTES[2])
      codes.push((await invite(server(), admin, { code_type: 2, valid_minutes, group_max_registrations: 3 })).code);
    expect(new Set(codes).size).toBe(8);
    const stored = JSON.stringify([
      await rows(server(), 'select * from invitations'),
      await rows(server(), 'select * from invitation_tenants'),
      await rows(server(), 'select * from audit_logs'),
    ]);
    for (const code of codes) {
      expect(code).toMatch(/^[2-9A-HJKMNP-Z]{26}$/);
      expect(stored).not.toContain(code);
    }
  });

  it('name what is missing or wrong at its field', async () => {
    expect(await wrong({})).toEqual(['400 PSY_INVALID_INPUT', '/code_type 请选择邀请码类型']);
    expect(await wrong({ code_type: 3 })).toEqual(['400 PSY_INVALID_INPUT', '/code_type 请选择邀请码类型']);
    expect(await wrong({ code_type: 1 })).toEqual(['400 PSY_INVALID_INPUT', '/valid_minutes 请选择有效期']);
    expect(await wrong({ code_type: 1, valid_minutes: 60 })).toEqual([
      '400 PSY_INVALID_INPUT',
      '/valid_minutes 请选择有效期',
    ]);
    expect(await wrong({ code_type: 2, valid_minutes: 60 })).toEqual([
      '400 PSY_INVALID_INPUT',
      '/group_max_registrations 请选择最大注册人数',
    ]);
    const [quota] = await rows(server(), "select available_quota from orgs where org_id = '2001'");
    const available = Number(quota?.['available_quota']);
    for (const most of [0, -1, available + 1])
      expect(await wrong(group(most))).toEqual([
        '400 PSY_INVALID_INPUT',
        `/group_max_registrations 最大注册人数应在 1 到剩余名额 ${available} 之间`,
      ]);
    expect((await admin.post(INVITATIONS, group(available))).status).toBe(201);
    expect(await wrong({ ...SINGLE, class_id: 'c2002-2026-1-01' })).toEqual([
      '400 PSY_INVALID_INPUT',
      '/class_id 没有这个班级，或者它不在您的管理范围内',
    ]);
  });

  it('need the ability of their type, formal service and a school', async () => {
    const single = await staff(server(), 2002, 4);
    expect((await single.post(INVITATIONS, SINGLE)).status).toBe(201);
    expect(await wrong(group(3), single)).toEqual(['403 AC_FORBIDDEN']);
    const groups = await staff(server(), 2003, 4);
    expect((await groups.post(INVITATIONS, group(3))).status).toBe(201);
    expect(await wrong(SINGLE, groups)).toEqual(['403 AC_FORBIDDEN']);
    expect(await wrong(SINGLE, await staff(server(), 1001, 1))).toEqual(['403 AC_FORBIDDEN']);
    expect((await wrong(SINGLE, await staff(server(), 2004, 4)))[0]).toBe('403 PSY_SERVICE_PROTECTED');
    expect((await wrong(SINGLE, await staff(server(), 2005, 4)))[0]).toBe('403 PSY_SERVICE_EXPIRED');
    await rows(server(), "update orgs set service_type = 1 where org_id = '2002'", [], '2002');
    expect(await wrong(SINGLE, single)).toEqual(['403 AC_FORBIDDEN']);
    await rows(server(), "update orgs set service_type = 2 where org_id = '2002'", [], '2002');
    await rows(server(), "update orgs set available_quota = 0 where org_id = '2002'", [], '2002');
    expect(await wrong(SINGLE, single)).toEqual(['409 PSY_NO_PLACES_LEFT']);
  });

  it('are listed for administrators, and for everyone else the own ones', async () => {
    const own = await invite(server(), teacher, { ...SINGLE });
    const all = (await admin.get(`${LIST}?size=100`)).data;
    expect(all.items.map((row: Json) => row.invitation_id)).toContain(own.id);
    expect(all.total).toBeGreaterThan(8);
    const seen = (await teacher.get(LIST)).data;
    expect(seen.items.map((row: Json) => row.invitation_id)).toEqual([own.id]);
    expect(seen.items[0]).toMatchObject({ code_type: 1, state: 'open', used: 0, max_registrations: 1 });
    expect(JSON.stringify(all)).not.toMatch(/code_hash|maker/);
    const head = await staff(server(), 2001, 10);
    expect((await head.get(LIST)).data.total).toBe(0);
    expect(outcome(await head.post(`${LIST}/${own.id}/revoke`))).toBe('404 PSY_NOT_FOUND');
  });

  it('are revoked by their maker or an administrator, at once also for open pages', async () => {
    const door = await invite(server(), teacher, group(3));
    const ticket = await ticketOf(door);
    expect((await teacher.post(`${LIST}/${door.id}/revoke`)).status).toBe(200);
    expect((await admin.post(`${LIST}/${door.id}/revoke`)).status).toBe(200);
    expect(outcome(await door.check())).toBe('409 PSY_INVITATION_REVOKED');
    expect(outcome(await door.apply(newcomer(), ticket))).toBe('409 PSY_INVITATION_REVOKED');
    const { items } = (await admin.get(`${LIST}?state=revoked`)).data;
    expect(items.map((row: Json) => row.invitation_id)).toEqual([door.id]);
    const [entry] = await rows(server(), "select act, resource from audit_logs where row_id = $1 and act = 'revoke'", [
      door.id,
    ]);
    expect(entry).toEqual({ act: 'revoke', resource: 'invitation' });
    const stranger = await staff(server(), 2003, 4);
    expect(outcome(await stranger.post(`${LIST}/${door.id}/revoke`))).toBe('404 PSY_NOT_FOUND');
  });

  it('have settings that only administrators change', async () => {
    expect((await admin.get(SETTINGS)).data).toEqual({ review: true, mobile_required: false, sms_available: true });
    expect(outcome(await teacher.get(SETTINGS))).toBe('403 AC_FORBIDDEN');
    expect((await admin.put(SETTINGS, { review: false, mobile_required: true })).status).toBe(200);
    expect((await admin.get(SETTINGS)).data).toMatchObject({ review: false, mobile_required: true });
    const [entry] = await rows(server(), "select before, after from audit_logs where resource = 'invitation_setting'");
    expect(entry).toMatchObject({ before: { review: true }, after: { review: false } });
  });
});

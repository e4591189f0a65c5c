import { beforeAll, describe, expect, it } from 'vitest';
import type { EndpointSpec } from '../../../../src/platform/contract/endpoint.ts';
import { newNonce, type Answer, type Client, type Outgoing } from '../../../support/client.ts';
import { startServer, TestClock, useServer } from '../../../support/server.ts';
import { INSTITUTION, SCHOOL } from '../support/load.ts';
import { EXPECTED, expected, expectedWithoutRole } from '../support/rights-table.ts';

/** Roles for which an area is read-only. */
const LOOKING = (area: string, act: string): readonly number[] =>
  /^intervention(\/|$)/.test(area) && act !== 'open' ? [12] : [];
const SCHOOL_ROLES = [4, 5, 7, 8, 9, 10, 12, 14];
/** At an institution only the directory, its schools, its own staff and its departments are open. */
const INSTITUTION_ROLES = [1, 2, 3, 13];
/** The features of this test's school: all of them. */
const FEATURES = Object.values(EXPECTED).flatMap(({ feature }) => feature ?? []);
const SECONDARY_SCHOOL = 1;

/** The roles that may open an area by the specification's table of roles; an area that the table lacks fails the test. */
const mayAtSchool = (area: string, role: number) => expected(area, role, SCHOOL, SECONDARY_SCHOOL, FEATURES);
const openToNone = (area: string) => SCHOOL_ROLES.every((role) => !mayAtSchool(area, role));
const mayWithoutRole = (area: string, identity: number) => expectedWithoutRole(area, identity, FEATURES);
const mayAtInstitution = (area: string, role: number) => expected(area, role, INSTITUTION, null, []);

/** A valid change of entities that have no remark field. */
const CHANGE: Readonly<Record<string, Record<string, unknown>>> = {
  teacher: { teacher_no: 'X1' },
  year: { year_name: '改了' },
  ...Object.fromEntries(
    ['intervention', 'interview', 'sandplay', 'drawing', 'custom-intervention', 'consultation', 'follow-up'].map(
      (entity) => [entity, { content: '改了' }],
    ),
  ),
  referral: { hospital: '改了' },
  exam: { exam_name: '改了' },
  'exam-total': { score: 5 },
  'consulting-slot': { place: '改了' },
  'consulting-closure': { reason: '改了' },
};

describe('every call of the contract', () => {
  const server = useServer('embedded');
  const clients = new Map<string, Client>();
  let expired: { client: Client; close(): Promise<void> };
  beforeAll(async () => {
    for (const [org, roles] of [
      [2001, SCHOOL_ROLES],
      [1001, INSTITUTION_ROLES],
      [2002, [4]],
    ] as const) {
      for (const role of roles)
        clients.set(`${org} ${role}`, (await server().client.signIn(`o${org}r${role}`)).withRole(org, role));
    }
    const clock = new TestClock();
    clock.time = server().clock.time + 3 * 3_600_000;
    const later = await startServer(server().db, {}, clock);
    expired = { client: as(2001, 4).as({ port: later.port, now: clock.now }), close: () => later.close() };
    return () => expired.close();
  });
  const as = (org: number, role: number): Client => {
    const client = clients.get(`${org} ${role}`);
    if (!client) throw new Error(`no client is signed in as ${role} at ${org}`);
    return client;
  };
  const declared = () => server().product.declared;
  const hasCalls = (area: string) => declared().some(({ access }) => access.auth === 'org' && access.area === area);
  const isSigned = ({ access }: EndpointSpec) => access.auth !== 'public' && access.auth !== 'optional';
  /** A path of the endpoint with ids that do not exist, except for the organisation's own. */
  const addressOf = ({ path }: EndpointSpec) =>
    path
      .replace('/orgs/:id', '/orgs/2001')
      .replace(/\/portal\/schools\/:id$/, '/portal/schools/2001')
      .replace(/:[a-z_]+/g, 'nobodys-0001');
  /** Content that every endpoint rejects, so that an allowed caller changes nothing. */
  const nonsense = ({ method }: EndpointSpec) =>
    method === 'GET' || method === 'DELETE' ? {} : { body: { not_a_field: 1 } };
  const call = (client: Client, endpoint: EndpointSpec, tamper?: (request: Outgoing) => Outgoing) =>
    client.send(endpoint.method, addressOf(endpoint), { ...nonsense(endpoint), tamper });
  /** The parameters and bodies of import endpoints besides an id: a file, lines of one kind, a body. */
  const asked = ({ upload, query }: EndpointSpec) =>
    upload !== undefined
      ? '?file_name=x.csv'
      : query && 'outcome' in ((query as { properties?: object }).properties ?? {})
        ? '?outcome=new'
        : '';
  const contentOf = ({ method, upload, entity, body }: EndpointSpec, usual: object | undefined) =>
    method === 'GET' || method === 'DELETE'
      ? {}
      : upload !== undefined
        ? { body: 'x' }
        : entity?.op === 'transition'
          ? { body: { updated_at: '2026-09-01T00:00:00.000Z' } }
          : entity?.op === 'import'
            ? body
              ? { body: {} }
              : {}
            : { body: usual };
  const outcomeOf = (endpoint: EndpointSpec, { status, code }: Answer) => `${endpoint.name} ${status} ${code}`;
  const unsigned = ({ headers: { authorization: _, ...headers }, ...rest }: Outgoing): Outgoing => ({
    ...rest,
    headers,
  });

  it('declares who may call it, and their number is as expected', () => {
    const all = declared();
    const by = (auth: EndpointSpec['access']['auth']) => all.filter(({ access }) => access.auth === auth).length;
    // Adding or removing an endpoint must change these counts on purpose.
    expect({ public: by('public'), optional: by('optional'), account: by('account'), org: by('org') }).toEqual({
      public: 38,
      optional: 1,
      account: 35,
      org: 728,
    });
    expect(all.filter(isSigned).length).toBe(by('account') + by('org'));
  });

  it('is refused unsigned, where it is not public', async () => {
    for (const endpoint of declared().filter(isSigned))
      expect(outcomeOf(endpoint, await call(as(2001, 4), endpoint, unsigned))).toBe(
        `${endpoint.name} 401 AC_AUTH_INVALID_TOKEN`,
      );
  });

  it('can be sent without a session where it is declared so, and is refused with a wrong signature', async () => {
    for (const endpoint of declared().filter(({ access }) => access.auth === 'optional')) {
      expect(outcomeOf(endpoint, await call(as(2001, 4), endpoint, unsigned))).toBe(
        `${endpoint.name} 400 PSY_INVALID_INPUT`,
      );
      expect(
        outcomeOf(
          endpoint,
          await call(as(2001, 4), endpoint, (request) => ({ ...request, path: `${request.path}?x=1` })),
        ),
      ).toBe(`${endpoint.name} 401 AC_AUTH_INVALID_SIGNATURE`);
    }
  });

  it('is refused with an expired token', async () => {
    for (const endpoint of declared().filter(isSigned))
      expect(outcomeOf(endpoint, await call(expired.client, endpoint))).toBe(
        `${endpoint.name} 401 AC_AUTH_TOKEN_EXPIRED`,
      );
  });

  it('is refused with a signature of another request', async () => {
    const elsewhere = (request: Outgoing): Outgoing => ({ ...request, path: `${request.path}?x=1` });
    for (const endpoint of declared().filter(isSigned))
      expect(outcomeOf(endpoint, await call(as(2001, 4), endpoint, elsewhere))).toBe(
        `${endpoint.name} 401 AC_AUTH_INVALID_SIGNATURE`,
      );
  });

  it('is refused with another body or organisation than the signed one, and when a nonce is repeated', async () => {
    const elsewhere = (request: Outgoing): Outgoing => ({
      ...request,
      headers: { ...request.headers, 'org-id': '2002' },
    });
    const altered = (request: Outgoing): Outgoing => ({
      ...request,
      body: Buffer.from(request.body?.toString().replace('1', '2') ?? ''),
    });
    const stranger = as(2001, 4).withRole(2002, 4);
    for (const endpoint of declared().filter(isSigned)) {
      expect(outcomeOf(endpoint, await call(as(2001, 4), endpoint, elsewhere))).toBe(
        `${endpoint.name} 401 AC_AUTH_INVALID_SIGNATURE`,
      );
      if ('body' in nonsense(endpoint))
        expect(outcomeOf(endpoint, await call(as(2001, 4), endpoint, altered))).toBe(
          `${endpoint.name} 401 AC_AUTH_INVALID_SIGNATURE`,
        );
      const sign = { nonce: newNonce(), ts: String(server().clock.now()) };
      const once = () => stranger.send(endpoint.method, addressOf(endpoint), { ...nonsense(endpoint), sign });
      expect([outcomeOf(endpoint, await once()), outcomeOf(endpoint, await once())]).toEqual([
        `${endpoint.name} 403 AC_ORG_ROLE_FORBIDDEN`,
        `${endpoint.name} 401 AC_NONCE_INVALID`,
      ]);
    }
  });

  it('is refused without a second-step proof or with the proof of another session, where it requires one', async () => {
    const at = [
      { org: 2001, orgType: 2, role: 4, other: 5, may: mayAtSchool, calls: 264 },
      { org: 1001, orgType: 1, role: 1, other: 2, may: mayAtInstitution, calls: 50 },
    ];
    for (const { org, orgType, role, other, may, calls } of at) {
      const groups = server().services.access.protectable(orgType);
      const wants = declared().filter(
        ({ access, verified }) =>
          access.auth === 'org' &&
          may(access.area, role) &&
          (verified || groups.some((group) => access.area === group || access.area.startsWith(`${group}/`))),
      );
      expect([
        org,
        wants.length,
        groups.filter(
          (group) =>
            hasCalls(group) &&
            may(group, role) &&
            !wants.some(({ access }) => access.auth === 'org' && access.area === group),
        ),
      ]).toEqual([org, calls, []]);
      const others = await as(org, other).verified();
      const foreign = as(org, role).as({ secondaryToken: others.secondaryToken });
      for (const endpoint of wants)
        for (const client of [as(org, role), foreign])
          expect(outcomeOf(endpoint, await call(client, endpoint))).toBe(
            `${endpoint.name} 403 PSY_INVALID_SECONDARY_TOKEN`,
          );
    }
  });

  it('is refused in an organisation or role that the caller does not hold', async () => {
    const stranger = as(2001, 4).withRole(2002, 4);
    const pretender = as(2001, 7).withRole(2001, 4);
    for (const endpoint of declared().filter(isSigned)) {
      for (const client of [stranger, pretender])
        expect(outcomeOf(endpoint, await call(client, endpoint))).toBe(`${endpoint.name} 403 AC_ORG_ROLE_FORBIDDEN`);
    }
  });

  it('is refused without an organisation, where it requires one', async () => {
    for (const endpoint of declared().filter(({ access }) => access.auth === 'org'))
      expect(outcomeOf(endpoint, await call(as(2001, 4).as({ org: undefined }), endpoint))).toBe(
        `${endpoint.name} 403 AC_ORG_ROLE_FORBIDDEN`,
      );
  });

  it('is refused to students and guardians, except for their own calls', async () => {
    const people = await Promise.all(
      ['o2001s1', 'o2001p1'].map(async (login, i) => ({
        identity: i + 1,
        client: (await server().client.signIn(login)).withoutRole(2001),
      })),
    );
    for (const endpoint of declared()) {
      if (endpoint.access.auth !== 'org') continue;
      const { area, act } = endpoint.access;
      for (const { client, identity } of people) {
        const { status, code } = await call(client, endpoint);
        expect([endpoint.name, identity, status === 403 && code === 'AC_FORBIDDEN']).toEqual([
          endpoint.name,
          identity,
          // Each sends one file: the own picture.
          !mayWithoutRole(area, identity) && `${area} ${act}` !== 'media upload',
        ]);
      }
    }
  });

  it('is refused to every role without the right, and to no other', async () => {
    for (const endpoint of declared()) {
      if (endpoint.access.auth !== 'org') continue;
      const { area: where, act } = endpoint.access;
      await Promise.all(
        SCHOOL_ROLES.map(async (role) => {
          const { status, code } = await call(as(2001, role), endpoint);
          expect([endpoint.name, role, status === 403 && code === 'AC_FORBIDDEN']).toEqual([
            endpoint.name,
            role,
            !mayAtSchool(where, role) || LOOKING(where, act).includes(role),
          ]);
        }),
      );
      await Promise.all(
        INSTITUTION_ROLES.map(async (role) => {
          const { code } = await call(as(1001, role), endpoint);
          if (where !== 'directory')
            expect([endpoint.name, role, code === 'AC_FORBIDDEN']).toEqual([
              endpoint.name,
              role,
              !mayAtInstitution(where, role),
            ]);
        }),
      );
    }
  }, 240_000);

  /** One record of each kind about a student, inserted without the rights of the school, which may not have opened them. */
  const records = async (org: string, child: string): Promise<Record<string, string>> => {
    const happened = ['2026-11-02T08:00:00Z'];
    const author = `u-o${org}r8`;
    const kinds: Record<string, [table: string, columns: string[], values: unknown[]]> = {
      intervention: ['interventions', ['happened_at', 'way'], [...happened, 1]],
      interview: ['interviews', ['happened_at', 'with_whom', 'way'], [...happened, 1, 1]],
      sandplay: ['sandplays', ['happened_at'], happened],
      drawing: ['drawings', ['happened_at', 'topic'], [...happened, 1]],
      'custom-intervention': ['custom_interventions', ['happened_at', 'title'], [...happened, '放松']],
      consultation: [
        'consultations',
        ['slot', 'counsellor_id', 'start_at', 'minutes'],
        ['s@2026-11-02', author, ...happened, 50],
      ],
      referral: ['referrals', ['hospital', 'referred_on'], ['医院', '2026-11-02']],
      'follow-up': ['follow_ups', ['due_on'], ['2026-11-02']],
    };
    const ids = await server().db.admin(async (run) => {
      const made: Record<string, string> = { 'consulting-slot': `slot-${org}`, 'consulting-closure': `closure-${org}` };
      await run("select set_config('app.org_id', $1, false)", [org]);
      for (const [entity, [table, columns, values]] of Object.entries(kinds)) {
        const id = (made[entity] = `${entity}-${org}`);
        const given = [org, id, child, author, 'psychology', ...values];
        await run(
          `insert into ${table} (org_id, ${entity.replace('-', '_')}_id, child_id, created_by, author_group, ${columns.join(', ')}) values (${given.map((_, i) => `$${i + 1}`).join(', ')})`,
          given,
        );
      }
      await run(
        "insert into consulting_slots (org_id, slot_id, created_by, weekday, starts, minutes) values ($1, $2, $3, 1, '14:00', 50)",
        [org, made['consulting-slot'], author],
      );
      await run(
        "insert into consulting_closures (org_id, closure_id, created_by, from_on, to_on) values ($1, $2, $3, '2026-11-02', '2026-11-03')",
        [org, made['consulting-closure'], author],
      );
      await run(
        `insert into exam_totals (org_id, total_id, child_id, scale_id, dimension, dimension_id, score, tested_on, exam_id, child_exam_id, created_by)
         values ($1, $2, $3, 'mht', '学习焦虑', 'learning', 4, '2026-11-02', 'none', 'none', $4)`,
        [org, (made['exam-total'] = `total-${org}`), child, author],
      );
      await run("insert into exams (org_id, exam_id, exam_name, created_by) values ($1, $2, '别处的测评', $3)", [
        org,
        (made['exam'] = `exam-${org}`),
        `u-o${org}r4`,
      ]);
      await run(
        `insert into invitations (org_id, invitation_id, code_hash, code_type, valid_minutes, max_registrations, maker, created_by, expires_at)
         values ($1, $2, $2, 2, 60, 5, '{}', $3, '2030-01-01T00:00:00Z')`,
        [org, (made['invitation'] = `invitation-${org}`), `u-o${org}r4`],
      );
      await run(
        `insert into student_applications (org_id, application_id, invitation_id, ticket, kind, child_name, student_no, class_id, terms)
         select $1, $2, $3, $2, 'enrol', '还没入学', 'N1', class_id, 1 from students where org_id = $1 and child_id = $4`,
        [org, (made['student-application'] = `application-${org}`), made['invitation'], child],
      );
      return made;
    });
    return ids;
  };

  it('is refused with ids of another tenant, whose rows stay unchanged', async () => {
    const [ours, theirs] = [await as(2001, 4).verified(), as(2002, 4)];
    const theirClasses = async () => (await theirs.get('/v1/portal/classes?size=200')).text;
    const before = await theirClasses();
    const {
      items: [theirClass],
    } = (await theirs.get('/v1/portal/classes?size=1')).data;
    const {
      items: [theirStudent],
    } = (await theirs.get('/v1/portal/students?size=1')).data;
    const {
      items: [theirLog],
    } = (await theirs.get('/v1/portal/audits/logs/list?size=1')).data;
    const {
      items: [theirTeacher],
    } = (await theirs.get('/v1/portal/teachers?size=1&login_name=o2002r7')).data;
    const theirYear = (
      await theirs.post('/v1/portal/orgs/years', {
        year_name: '2030—2031学年',
        start_on: '2030-09-01',
        end_on: '2031-08-31',
      })
    ).data;
    const {
      items: [theirGuardian],
    } = (await theirs.get('/v1/portal/guardians?size=1')).data;
    const theirDepartment = (
      await theirs.post('/v1/portal/organizations/departments', { department_name: '别校的部门' })
    ).data;
    const theirGroup = (await theirs.post('/v1/portal/custom_groups', { group_name: '别校的分组' })).data;
    const theirWarn = (
      await theirs.post('/v1/portal/psychology_warns/artificials', {
        child_id: theirStudent.child_id,
        category_ids: ['emotion'],
        warn_content: '别校的预警',
        source_type: 1,
      })
    ).data.warn_id as string;
    const ids = {
      class: theirClass.class_id as string,
      'custom-group': theirGroup.group_id as string,
      department: theirDepartment.department_id as string,
      guardian: theirGuardian.guardian_id as string,
      log: theirLog.log_id as string,
      student: theirStudent.child_id as string,
      teacher: theirTeacher.user_id as string,
      year: theirYear.year_id as string,
      warn: theirWarn,
      'crisis-case': theirWarn,
      'library-case': theirWarn,
      ...(await records('2002', theirStudent.child_id as string)),
    };
    expect((await theirs.get(`/v1/portal/classes/${ids.class}`)).status).toBe(200);

    for (const endpoint of declared()) {
      const { entity, path, method } = endpoint;
      // A resource of a single tenant is tested in `own-resource.test.ts`; it does not exist for other tenants.
      if (entity?.param !== undefined) {
        expect([
          endpoint.name,
          (
            await ours.send(
              method,
              path.replace(':entity', 'equipment').replace(':id', 'e2003-1').replace(':key', 'grant') + asked(endpoint),
              contentOf(endpoint, { ids: ['e2003-1'] }),
            )
          ).status,
        ]).toEqual([endpoint.name, 404]);
        continue;
      }
      // An endpoint that is open to no role of a school is refused before any id is read.
      if (!entity || endpoint.access.auth !== 'org' || openToNone(endpoint.access.area)) continue;
      const id = ids[entity.name as keyof typeof ids];
      expect(id, `this test knows no ${entity.name} of another tenant`).toBeDefined();
      if (path.includes(':')) {
        const { status } = await ours.send(
          method,
          path.replace(/:[a-z_]+/, id).replace(':key', 'grant') + asked(endpoint),
          contentOf(endpoint, method === 'PUT' ? (CHANGE[entity.name] ?? { remark: '改了' }) : undefined),
        );
        expect([endpoint.name, status]).toEqual([endpoint.name, 404]);
      }
      if (entity.op === 'batch-delete' && method === 'POST')
        expect([endpoint.name, (await ours.post(path, { ids: [id] })).status]).toEqual([endpoint.name, 404]);
      if (entity.op === 'export')
        expect((await ours.get(`${path}?ids=${id}`)).body.toString('latin1')).not.toContain(id);
    }
    expect((await ours.get('/v1/portal/orgs/2002/details')).status).toBe(403);
    expect((await ours.get('/v1/portal/auths/schools?org_id=2002')).status).toBe(403);
    expect(await theirClasses()).toBe(before);
  });

  it('is refused to a role for rows out of scope, and no list or file contains them', async () => {
    const FAR = 'c2001-2026-12-06';
    const admin = await as(2001, 4).verified();
    const made = async (path: string, body: object) => (await admin.post(path, body)).data;
    const child = (await admin.get(`/v1/portal/students?size=1&class_id=${FAR}`)).data.items[0].child_id as string;
    const report = { child_id: child, category_ids: ['emotion'], warn_content: '远处的预警', source_type: 1 };
    // Consulting hours, departments and the library belong to no class or grade: every role that may open them has all
    // in scope.
    const { 'consulting-slot': _slot, 'consulting-closure': _closure, ...about } = await records('2001', child);
    const UNDIVIDED = ['consulting-slot', 'consulting-closure', 'department', 'library-case'];
    const crisis = await made('/v1/portal/psychology_crisis/artificials', { ...report, crisis_level: 2 });
    const ids: Record<string, string> = {
      class: FAR,
      student: child,
      warn: crisis.warn_id,
      'crisis-case': crisis.case_id,
      year: 'y2026',
      ...about,
      guardian: (
        await made('/v1/portal/guardians', {
          guardian_name: '远处的家长',
          mobile: '19900009999',
          child_id: child,
          relation: 1,
        })
      ).guardian_id,
      'custom-group': (await made('/v1/portal/custom_groups', { group_name: '远处的分组' })).group_id,
    };
    for (const role of [8, 12, 14])
      await server().db.admin((run) =>
        run(
          "update memberships set role_extend = '{\"periods\": [3]}' where org_id = '2001' and user_id = $1 and role_id = $2",
          [`u-o2001r${role}`, role],
        ),
      );
    const reached = new Map<string, number>();
    for (const role of [8, 9, 10, 12, 14]) {
      await server().services.access.invalidateUser(`u-o2001r${role}`);
      const client = await as(2001, role).verified();
      for (const endpoint of declared()) {
        const { access, entity, method, path } = endpoint;
        // An import belongs to its creator, whatever rows it contains.
        if (
          !entity ||
          entity.param !== undefined ||
          UNDIVIDED.includes(entity.name) ||
          access.auth !== 'org' ||
          !mayAtSchool(access.area, role) ||
          LOOKING(access.area, access.act).includes(role) ||
          (entity.op === 'import' && path.includes(':')) ||
          // No resource of the product has states; `states.test.ts` tests the scope of those of a tenant.
          entity.op === 'transition' ||
          entity.op === 'transitions'
        )
          continue;
        const id = ids[entity.name];
        expect(id, `this test knows no ${entity.name} out of reach`).toBeDefined();
        const call = path.includes(':')
          ? ([path.replace(/:[a-z_]+/, id ?? ''), CHANGE[entity.name] ?? { remark: '改了' }] as const)
          : entity.op === 'batch-delete'
            ? ([path, { ids: [id] }] as const)
            : undefined;
        if (call)
          expect([role, outcomeOf(endpoint, await client.send(method, call[0], contentOf(endpoint, call[1])))]).toEqual(
            [role, `${endpoint.name} 403 PSY_OUT_OF_REACH`],
          );
        if (entity.op === 'list')
          expect([endpoint.name, role, (await client.get(`${path}?size=200`)).text.includes(`"${id}"`)]).toEqual([
            endpoint.name,
            role,
            false,
          ]);
        if (entity.op === 'export')
          expect([
            endpoint.name,
            role,
            (await client.get(`${path}?ids=${id}&format=csv`)).text.trim().split('\n').length,
          ]).toEqual([endpoint.name, role, 1]);
        reached.set(entity.name, (reached.get(entity.name) ?? 0) + 1);
      }
    }
    expect([...reached.keys()].sort()).toEqual(Object.keys(ids).sort());
  });
});

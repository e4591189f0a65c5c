import { beforeAll, expect, it } from 'vitest';
import type { Card, Home } from '../../../../src/features/home/contract.ts';
import type { IndexConfig } from '../../../../src/platform/session/contract.ts';
import {
  dataOf,
  rowsOf,
  useClient,
  useVerifiedClient,
  type Listed,
} from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const HOME = '/v1/portal/home';
const OWN = '/v1/portal/custom_index_config/own';
const INDEX = '/v1/portal/custom_index_config';
const STUDENTS = '/v1/portal/students';
/** The list that each number opens. */
const LISTS: Record<string, string> = {
  'warnings.pending': '/v1/portal/psychology_warns',
  'warnings.overdue': '/v1/portal/psychology_warns',
  'warnings.waiting': '/v1/portal/psychology_warns',
  'open-cases.level1': '/v1/portal/psychology_crisis/cases',
  'open-cases.level2': '/v1/portal/psychology_crisis/cases',
  'open-cases.level3': '/v1/portal/psychology_crisis/cases',
  'open-cases.next': '/v1/portal/psychology_crisis/cases',
  'today.consultations': '/v1/portal/consultations/offline',
  'today.unwritten': '/v1/portal/consultations/offline',
  'today.due': '/v1/portal/follow_ups',
  'today.overdue': '/v1/portal/follow_ups',
  'talks.waiting': '/v1/portal/talk_requests',
  'my-class.students': STUDENTS,
  'my-class.consents': STUDENTS,
  'my-class.accounts': STUDENTS,
  'own-reports.waiting': '/v1/portal/psychology_warns/own_reports',
  'own-reports.taken': '/v1/portal/psychology_warns/own_reports',
  'own-reports.verified': '/v1/portal/psychology_warns/own_reports',
  'new-year.classless': STUDENTS,
  'new-year.accounts': STUDENTS,
  'new-year.consents': STUDENTS,
  'new-year.pending': '/v1/portal/student_applications',
  'new-year.running': '/v1/portal/exams',
};

const homeOf = async (client: Client) => dataOf<Home>(await client.get(HOME));
const keysOf = ({ cards }: Home) => cards.map(({ key }) => key);
const cardOf = ({ cards }: Home, key: string): Card | undefined => cards.find((card) => card.key === key);

describeApi('the figures of the home page', (kind) => {
  const server = useServer(kind);
  const people = {
    psychologist: useVerifiedClient(server, 2001, 8),
    head: useVerifiedClient(server, 2001, 10),
    admin: useVerifiedClient(server, 2001, 4),
    leader: useVerifiedClient(server, 2001, 12),
  };
  beforeAll(async () => {
    // A student who has left every class counts for the administrator and for nobody with a part of the school.
    await rowsOf(
      server(),
      `update students set class_id = null where org_id = '2001' and child_id in
       (select child_id from students where org_id = '2001' and study_status = 1 order by child_id limit 3)`,
    );
  });

  it.each(Object.keys(people) as (keyof typeof people)[])(
    'are the totals of the lists that they open: %s',
    async (who) => {
      const client = people[who]();
      const seen: string[] = [];
      for (const { key, state, content } of (await homeOf(client)).cards) {
        expect([key, state]).toEqual([key, 'ready']);
        const figures = [...(content?.figures ?? []), ...(content?.steps ?? []).flatMap((step) => step.figures)];
        for (const figure of figures) {
          const name = `${key}.${figure.key}`;
          const path = LISTS[name];
          if (path === undefined || figure.query === undefined) continue;
          const { total } = dataOf<Listed>(await client.get(`${path}?${figure.query}`));
          expect([name, figure.n]).toEqual([name, total]);
          seen.push(name);
        }
      }
      expect(seen.length).toBeGreaterThan(2);
    },
  );

  it('differ by role, and hold nothing outside of the scope of a class teacher', async () => {
    const [school, own] = [await homeOf(people.admin()), await homeOf(people.head())];
    const steps = cardOf(school, 'new-year')?.content?.steps ?? [];
    expect(steps.map(({ key }) => key)).toEqual([
      'year',
      'roll-over',
      'structure',
      'staff',
      'import',
      'passwords',
      'registrations',
      'consents',
      'screening',
    ]);
    expect(steps.find(({ key }) => key === 'import')).toMatchObject({ state: 'todo', figures: [{ n: 3 }] });
    const figures = cardOf(own, 'my-class')?.content?.figures ?? [];
    expect(figures[0]?.n).toBeGreaterThan(0);
    expect(figures[0]?.n).toBeLessThan(100);
    expect(cardOf(own, 'new-year')).toBeUndefined();
    expect(cardOf(own, 'open-cases')).toBeUndefined();
    expect(cardOf(school, 'my-class')).toBeUndefined();
  });

  it('count the own consultations that are over and have no record, and none that still goes on', async () => {
    const unwritten = async () => {
      const figures = cardOf(await homeOf(people.psychologist()), 'today')?.content?.figures ?? [];
      return figures.find(({ key }) => key === 'unwritten');
    };
    const before = (await unwritten())?.n ?? 0;
    const starts = (minutesAgo: number) => new Date(server().clock.now() - minutesAgo * 60_000).toISOString();
    const [over, lasting] = await rowsOf(
      server(),
      `select consultation_id from consultations where org_id = '2001' and counsellor_id = 'u-o2001r8' and status = 2 limit 2`,
    );
    for (const [row, minutesAgo] of [
      [over, 60],
      [lasting, 10],
    ] as const)
      await rowsOf(
        server(),
        `update consultations set status = 1, minutes = 50, start_at = '${starts(minutesAgo)}' where org_id = '2001' and consultation_id = '${String(row?.['consultation_id'])}'`,
      );
    const { n, query = '' } = (await unwritten()) ?? {};
    expect(n).toBe(before + 1);
    const list = await people.psychologist().get(`/v1/portal/consultations/offline?${query}`);
    const ids = dataOf<Listed>(list).items.map(({ consultation_id }) => consultation_id);
    expect(ids).toContain(over?.['consultation_id']);
    expect(ids).not.toContain(lasting?.['consultation_id']);
  });

  it('has a missing comment for each student whom the class teacher has not commented on', async () => {
    const missing = cardOf(await homeOf(people.head()), 'comments')?.content?.figures?.[0]?.n;
    const list = dataOf<{ missing: number }>(await people.head().get('/v1/portal/comments/class'));
    expect(missing).toBe(list.missing);
  });
});

describeApi('the home page', (kind) => {
  const server = useServer(kind);
  const psychologist = useClient(server, 2001, 8);
  const head = useClient(server, 2001, 10);
  const admin = useClient(server, 2001, 4);
  const teacher = useClient(server, 2001, 7);
  const neighbour = useClient(server, 2002, 4);
  const bureau = useClient(server, 1001, 1);

  it('shows to each role what it may use, in its own order', async () => {
    expect(keysOf(await homeOf(psychologist()))).toEqual(
      expect.arrayContaining(['warnings', 'today', 'talks', 'open-cases', 'recent-cases', 'warn-trend', 'screening']),
    );
    expect(keysOf(await homeOf(admin()))[0]).toBe('new-year');
    expect(keysOf(await homeOf(head()))).toEqual(expect.arrayContaining(['my-class', 'comments', 'own-reports']));
    expect(keysOf(await homeOf(teacher()))).toEqual(['own-reports', 'announcements']);
    expect(keysOf(await homeOf(bureau()))).toEqual(['schools', 'warn-trend', 'announcements']);
  });

  it('asks for the second proof before names and statistics, and never for numbers of work that waits', async () => {
    const before = await homeOf(psychologist());
    expect(cardOf(before, 'recent-cases')).toMatchObject({ state: 'proof', proof: 'crisis/case' });
    expect(cardOf(before, 'recent-cases')?.content).toBeUndefined();
    expect(cardOf(before, 'warn-trend')).toMatchObject({ state: 'proof' });
    expect(cardOf(before, 'warnings')).toMatchObject({ state: 'ready' });
    const after = await homeOf(await psychologist().verified());
    expect(cardOf(after, 'recent-cases')).toMatchObject({ state: 'ready' });
    expect(cardOf(after, 'recent-cases')?.content?.cases?.length).toBeGreaterThan(0);
    expect(JSON.stringify(before)).not.toContain(
      after.cards.flatMap(({ content }) => content?.cases ?? [])[0]?.child_name,
    );
  });

  it("keeps back small numbers of an institution's schools", async () => {
    const before = cardOf(await homeOf(bureau()), 'schools')?.content;
    expect(before).toMatchObject({ locked: true });
    expect(before?.schools?.some((school) => school.students !== undefined || school.months)).toBe(false);
    const { locked, schools = [] } = cardOf(await homeOf(await bureau().verified()), 'schools')?.content ?? {};
    expect(locked).toBeUndefined();
    expect(schools.map(({ school_id }) => school_id).sort()).toEqual(['2001', '2002', '2003', '2004', '2005']);
    const shown = schools
      .flatMap(({ students, planned, submitted, months = [] }) => [
        students,
        planned,
        submitted,
        ...months.map(({ n }) => n),
      ])
      .filter((n) => n !== undefined);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((n) => n < 5 || n % 5 !== 0)).toEqual([]);
  });

  it('is arranged by each person and role alone, and goes back to the defaults', async () => {
    const before = await homeOf(psychologist());
    const cards = [
      { key: 'talks', size: 'large' },
      { key: 'today', size: 'small', hidden: true },
    ];
    expect((await psychologist().put(OWN, { cards })).status).toBe(200);
    const after = await homeOf(psychologist());
    expect(after).toMatchObject({ arranged: 'own' });
    expect(after.cards[0]).toMatchObject({ key: 'talks', size: 'large' });
    expect(after.cards[1]).toMatchObject({ key: 'today', state: 'hidden' });
    expect(after.cards[1]?.content).toBeUndefined();
    // The page is laid out before its content arrives.
    const { own_cards: places = [] } = dataOf<IndexConfig>(await psychologist().get(INDEX));
    const shown = after.cards.filter(({ state }) => state !== 'hidden').map(({ key, size }) => ({ key, size }));
    expect(places.filter(({ key }) => key !== 'own-reports')).toEqual(shown.filter(({ key }) => key !== 'own-reports'));
    expect(keysOf(after).toSorted()).toEqual(keysOf(before).toSorted());
    expect(keysOf(await homeOf(admin()))[0]).toBe('new-year');
    await psychologist().put(OWN, { cards: null });
    expect(await homeOf(psychologist())).toEqual(before);
  });

  it('is arranged by the administrator for the organisation, and by nobody else', async () => {
    const cards = [{ key: 'own-reports', size: 'large' }];
    expect((await psychologist().post(INDEX, { cards })).status).toBe(403);
    expect((await admin().post(INDEX, { cards })).status).toBe(201);
    expect(await homeOf(head())).toMatchObject({
      arranged: 'organisation',
      cards: [{ key: 'own-reports', size: 'large' }, {}, {}, {}, {}],
    });
    const { organisation = [] } = await homeOf(admin());
    expect(organisation[0]).toEqual({ key: 'own-reports', size: 'large' });
    expect(organisation.map(({ key }) => key)).toContain('my-class');
    expect(organisation.map(({ key }) => key)).not.toContain('schools');
    expect((await homeOf(psychologist())).organisation).toBeUndefined();
    expect(await homeOf(neighbour())).toMatchObject({ arranged: 'default' });
    expect((await admin().put(INDEX, { welcome: '欢迎' })).status).toBe(200);
    expect(dataOf<IndexConfig>(await admin().get(INDEX))).toMatchObject({ welcome: '欢迎', cards });
    await admin().put(INDEX, { cards: null });
    expect(await homeOf(head())).toMatchObject({ arranged: 'default' });
  });

  it('refuses an arrangement that makes no sense, and changes nothing', async () => {
    const twice = await head().put(OWN, {
      cards: [
        { key: 'comments', size: 'small' },
        { key: 'comments', size: 'large' },
      ],
    });
    expect([twice.status, twice.code, twice.fields]).toEqual([400, 'PSY_INVALID_INPUT', ['/cards/1/key']]);
    expect((await head().put(OWN, { cards: [{ key: 'nothing', size: 'small' }] })).fields[0]).toMatch(/^\/cards\/0/);
    expect((await head().put(OWN, { cards: [{ key: 'comments', size: 'huge' }] })).status).toBe(400);
    expect((await admin().put(INDEX, {})).status).toBe(400);
    expect(await homeOf(head())).toMatchObject({ arranged: 'default' });
  });

  it('is not for students and guardians', async () => {
    for (const login of ['o2001s1', 'o2001p1']) {
      const client = (await server().client.signIn(login)).withoutRole(2001);
      expect([login, (await client.get(HOME)).status]).toEqual([login, 403]);
    }
  });
});

import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import phq9 from '../../schemas/scales/phq-9.json' with { type: 'json' };
import { currentConsentText } from '../../src/features/guardians/rules.ts';
import { Client, type Json } from '../support/client.ts';
import { test } from './support/journey.ts';
import { at, button, enter, holdSession, says, verify, visit } from './support/portal.ts';

const EXAMS = '/v1/portal/exams';
const PHONE = { width: 390, height: 844 };
const NAME = '旅程：心情问卷';
/** A child of the guardian, others of the same class, and one of another grade. */
const CHILD = 'k2001-0001';
const OTHERS = Array.from({ length: 9 }, (_, i) => `k2001-000${i + 2}`.replace('00010', '0010'));
const ELDER = 'k2001-1000';
const loginOf = (childId: string) => `o2001s${Number(childId.split('-')[1])}`;
const HOUR = 3_600_000;

interface Vector {
  title: string;
  answers: Record<string, number>;
  expect: { dimensions: { total: { raw: number; band: string } } };
}
const vectors: readonly Vector[] = phq9.golden as unknown as Vector[];
const vector = (title: string): Vector => vectors.find((one) => one.title === title) ?? expect.fail(title);
/** What each of the three answers, in the order of the items. */
const GIVEN = [vector('总分 10'), vector('全部选 3'), vector('总分 4')] as const;
const valuesOf = ({ answers }: Vector): number[] =>
  Array.from({ length: 9 }, (_, i) => answers[String(i + 1)] ?? answers['*'] ?? 0);

/** Signs in on a phone, as a student does. */
async function signInOn(page: Page, account: string): Promise<void> {
  await page.goto('/login');
  await enter(page, account);
  await page.getByRole('heading', { name: '等我做的事' }).waitFor();
}

async function openSheet(page: Page, verb: '开始' | '接着填' = '开始'): Promise<void> {
  await page.getByRole('article').filter({ hasText: NAME }).getByRole('link', { name: verb }).click();
}

/** Answers the questions from one to another, each with a tap, and goes on. */
async function answerFrom(page: Page, values: readonly number[], from: number, to: number): Promise<void> {
  for (let n = from; n <= to; n++) {
    await page.getByText(`第 ${n} 题，共 9 题`).waitFor();
    await page
      .getByRole('radio')
      .nth(values[n - 1] ?? 0)
      .check();
    await page
      .getByRole('radio')
      .nth(values[n - 1] ?? 0)
      .press('Enter');
  }
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('heading', { name: '都答完了' }).waitFor();
  await button(page, '交给老师').dblclick();
  await page.getByRole('heading', { name: '谢谢你' }).waitFor();
}

describe('a screening', () => {
  test('goes from the plan over a consent and three phones to scores, a warning and the progress', async ({
    product,
    visitor,
  }) => {
    const client = new Client({ port: Number(new URL(product.origin).port), now: Date.now });
    const staff = async (role: number) => (await client.signIn(`o2001r${role}`)).withRole(2001, role).verified();
    const admin = await staff(4);

    // The school has two consents on paper; the psychology teacher plans.
    const standings = await admin.get(`/v1/portal/students/consents?student_ids=${OTHERS.join(',')}`);
    const withGuardian = (standings.data.items as Json[]).filter(({ guardians }) => guardians.length > 0).slice(0, 2);
    const names = withGuardian.map(({ child_name }) => String(child_name));
    const children: string[] = [CHILD, ...withGuardian.map(({ child_id }) => String(child_id))];
    const recorded = await admin.post('/v1/portal/students/consents', {
      items: withGuardian.map(({ child_id, guardians }) => ({
        child_id,
        guardian_id: guardians[0].guardian_id,
      })),
      how: 2,
      text_version: currentConsentText().version,
      consented_on: '2026-01-05',
    });
    expect(recorded.status, recorded.text).toBe(201);
    const planner = await staff(8);
    const iso = (ms: number) => new Date(Date.now() + ms).toISOString();
    const made = await planner.post(EXAMS, {
      exam_name: NAME,
      scale_ids: ['phq-9'],
      starts_at: iso(-HOUR),
      ends_at: iso(24 * HOUR),
      scope: { child_ids: [...children, ELDER] },
    });
    expect(made.status, made.text).toBe(201);
    const { exam_id: examId } = made.data as { exam_id: string };
    const published = await planner.post(`${EXAMS}/${examId}/publish`);
    expect(published.data).toMatchObject({ status: 'running', added: 4, waiting_consent: 1 });

    // A parent reads the words and consents on the phone.
    const parent = await visitor(PHONE);
    await parent.goto('/login');
    await enter(parent, 'o2001p1');
    const decide = parent.getByRole('region', { name: '需要我处理的' });
    await decide.getByRole('article').filter({ hasText: NAME }).getByRole('button', { name: '看内容再决定' }).click();
    await parent.getByRole('dialog').getByText(/轻生/).waitFor();
    await button(parent.getByRole('dialog'), '同意').click();
    await parent.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => decide.getByRole('article').filter({ hasText: NAME }).count()).toBe(0);

    // Three students agree and begin at once.
    const phones = await Promise.all(children.map(() => visitor(PHONE)));
    const [first, second, third] = phones as [Page, Page, Page];
    const [ten, grave, four] = GIVEN.map(valuesOf) as [number[], number[], number[]];
    await Promise.all(
      phones.map(async (page, i) => {
        await signInOn(page, loginOf(children[i] ?? ''));
        await openSheet(page);
        await button(page, '我愿意参加').click();
        await page.getByText('第 1 题，共 9 题').waitFor();
      }),
    );

    await Promise.all([
      // Without network for a while: the answers wait on the phone, and go when it is back.
      (async () => {
        await answerFrom(first, ten, 1, 3);
        await says(first, '已保存');
        await first.context().setOffline(true);
        await answerFrom(first, ten, 4, 6);
        await says(first, '正在等待网络，答案已存在这台设备上');
        // The page is gone while offline; what was answered is not.
        await first.goto('about:blank');
        await first.context().setOffline(false);
        await visit(first, '/index');
        await first.getByRole('heading', { name: '等我做的事' }).waitFor();
        await openSheet(first, '接着填');
        await answerFrom(first, ten, 7, 9);
        await submit(first);
      })(),
      // A critical answer, on an own device: help is offered, calmly, and the sheet goes on.
      (async () => {
        await answerFrom(second, grave, 1, 9);
        const offer = second.getByRole('dialog', { name: '想和人说说话吗' });
        await offer.getByRole('link', { name: /12356/ }).waitFor();
        await button(offer, '知道了，继续').click();
        await second.getByRole('heading', { name: '都答完了' }).waitFor();
      })(),
      // Begun on the phone, finished at the computer.
      (async () => {
        await answerFrom(third, four, 1, 4);
        await says(third, '已保存');
        const desk = await visitor();
        await signInOn(desk, loginOf(children[2] ?? ''));
        await openSheet(desk, '接着填');
        await answerFrom(desk, four, 5, 9);
        await submit(desk);
        await third.reload();
        await third
          .getByRole('heading', { name: /谢谢你|登录/ })
          .or(third.getByLabel('账号'))
          .first()
          .waitFor();
      })(),
    ]);

    // The warning is at the psychology teacher before the second student submits.
    const psychologist = await visitor();
    await holdSession(psychologist, 'o2001r8');
    await visit(psychologist, '/warning/assessment');
    await verify(psychologist);
    const warned = psychologist.getByRole('row').filter({ hasText: names[0] });
    await warned.first().waitFor();
    expect(await psychologist.getByRole('row').filter({ hasText: names[1] }).count()).toBe(0);
    const sheets = async () => (await admin.get(`/v1/portal/children/${children[1]}/exams`)).data.items as Json[];
    expect((await sheets()).find((one) => one.exam_id === examId)).toMatchObject({ status: 'open' });
    await submit(second);

    // Scored as the golden vectors say.
    for (const [i, child] of children.entries()) {
      const sheet = async (): Promise<Json> =>
        ((await admin.get(`/v1/portal/children/${child}/exams`)).data.items as Json[]).find(
          (one) => one.exam_id === examId,
        );
      await expect.poll(async () => (await sheet())?.status, { timeout: 30_000 }).toBe('scored');
      const result = await admin.get(`/v1/portal/child_exams/${(await sheet())?.child_exam_id}/result`);
      const { raw, band } = GIVEN[i]?.expect.dimensions.total ?? expect.fail();
      expect(result.data.scales[0].dimensions[0], child).toMatchObject({ dimension_id: 'total', raw, band_id: band });
      expect(result.data.critical.length).toBe(i === 1 ? 1 : 0);
    }

    // Class teacher and leader see how far it is, each within the own scope.
    const teacher = await visitor();
    await holdSession(teacher, 'o2001r10');
    await visit(teacher, `/screening/progress/${examId}`);
    await teacher.getByText('初一（1）班').first().waitFor();
    await at(teacher, `/screening/progress/${examId}`);
    const seen = async (role: number) => (await (await staff(role)).get(`${EXAMS}/${examId}/progress`)).data;
    expect(await seen(12)).toMatchObject({ total: 4, submitted: 3 });
    expect(await seen(10)).toMatchObject({ total: 3, submitted: 3, classes: [{ class_name: '初一（1）班' }] });
  }, 240_000);
});

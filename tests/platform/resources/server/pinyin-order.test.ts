import { expect, it } from 'vitest';
import { pinyinOf } from '../../../../src/platform/runtime/server/pinyin.ts';
import { describeDatabases } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { dataOf, type Listed } from './support.ts';

/** The pinyin of a surname. */
const surname = (name: string): string => pinyinOf(name).split(' ')[0] ?? '';

describeDatabases('Chinese names', (kind) => {
  const server = useServer(kind);
  const sorted = (key: 'name_key' | 'pinyin_key', names: readonly string[]) =>
    server().db.admin(async (run) =>
      (await run(`select n from unnest($1::text[]) n order by ${key}(n) collate "C", n`, [[...names]])).map(({ n }) =>
        String(n),
      ),
    );

  it('are in the order of their pinyin, then of their tones, behind digits and Latin letters', async () => {
    const order = ['1班', 'anna', 'Bob', '安心', '白雪', '陈明', '程亮', '徐梓阳', '徐子阳', '张三', '章三', '掌声'];
    // 梓 (zǐ) and 子 (zǐ) are read alike, and the character decides between them.
    expect((await sorted('name_key', [...order].reverse())).filter((name) => !name.startsWith('徐'))).toEqual(
      order.filter((name) => !name.startsWith('徐')),
    );
  });

  it('begin with the reading that a character has as a surname', async () => {
    const names = [
      '单雄信',
      '曾国藩',
      '仇英',
      '解缙',
      '查良镛',
      '朴树',
      '区寄',
      '盖叫天',
      '缪荃孙',
      '尉迟恭',
      '长孙无忌',
    ];
    const around = [
      '安',
      '白',
      '晁',
      '丁',
      '范',
      '葛',
      '郝',
      '纪',
      '蒋',
      '李',
      '刘',
      '孟',
      '宁',
      '欧',
      '潘',
      '彭',
      '秦',
    ];
    const more = ['任', '邵', '孙', '田', '韦', '夏', '项', '姚', '郁', '袁', '张', '郑', '周'];
    const all = await sorted('name_key', [
      ...names,
      ...around.map((one) => `${one}明`),
      ...more.map((one) => `${one}明`),
    ]);
    expect(all.map(surname)).toEqual(all.map(surname).toSorted());
    // In the name of a college the same character is no surname.
    expect(await sorted('pinyin_key', ['解剖教研室', '谢家坪', '基础医学院'])).toEqual([
      '基础医学院',
      '解剖教研室',
      '谢家坪',
    ]);
  });

  it('order the staff in lists, either way and over pages', async () => {
    const admin = (await server().client.signIn('o2001r4')).withRole(2001, 4);
    const names = async (query: string) =>
      dataOf<Listed<{ teacher_name: string }>>(await admin.get(`/v1/portal/teachers?${query}`)).items.map(
        ({ teacher_name }) => teacher_name,
      );
    const all = await names('size=200');
    expect(all.length).toBeGreaterThan(20);
    expect(all.map(surname)).toEqual(all.map(surname).toSorted());
    expect(new Set(all.map(surname)).size).toBeGreaterThan(5);
    expect([...(await names('size=10')), ...(await names('size=10&page=2'))]).toEqual(all.slice(0, 20));
    const back = (await names('size=200&sort=-teacher_name')).map(surname);
    expect(back).toEqual(back.toSorted().reverse());
  });

  it('order colleges, majors and classes', async () => {
    const dean = (await server().client.signIn('o2003r4')).withRole(2003, 4);
    for (const [path, field] of [
      ['/v1/portal/colleges', 'college_name'],
      ['/v1/portal/majors', 'major_name'],
      ['/v1/portal/classes', 'class_name'],
    ] as const) {
      const { items } = dataOf<Listed>(await dean.get(`${path}?size=200&sort=${field}`));
      const first = items.map((row) => surname(String(row[field])));
      expect(first.length).toBeGreaterThan(2);
      expect(first).toEqual(first.toSorted());
    }
  });

  it('change their order with the name', async () => {
    const key = async () =>
      (
        await server().db.admin(async (run) => {
          await run("select set_config('app.org_id', '2001', false)");
          await run("update teachers set teacher_name = '阿明' where org_id = '2001' and user_id = 'u-o2001r10'");
          return run("select teacher_name from teachers where org_id = '2001' order by name_key limit 1");
        })
      )[0]?.['teacher_name'];
    expect(await key()).toBe('阿明');
  });
});

import { expect, it } from 'vitest';
import { keyOfTitle, type KeyForm } from '../../../../src/features/studio/web/suggested-key.ts';

const form: KeyForm = { separator: '-', max: 32, stem: 'own', taken: ['jia-fang'] };

it('makes a readable key of a title: pinyin, valid as a name, and free', async () => {
  const keys = ['心理器材', '家访', '3D 打印机', 'MBTI 测评', '……', '女生宿舍'].map((title) => keyOfTitle(title, form));
  expect(await Promise.all(keys)).toEqual([
    'xin-li-qi-cai',
    'jia-fang-2',
    'own-3d-da-yin-ji',
    'mbti-ce-ping',
    '',
    'nv-sheng-su-she',
  ]);
  const long = await keyOfTitle('一个非常非常非常长的台账名称写在这里', form);
  expect([long.length <= 29, long]).toEqual([true, expect.stringMatching(/^[a-z]+(-[a-z]+)+$/)]);
});

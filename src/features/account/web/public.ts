import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';

/** Account, password and captcha, for pages that sign in. */
export const SignInForm = lazyPage(async () => (await import('./login/SignInForm.tsx')).SignInForm);
/** Texts of `NewPassword`, for pages on which a person chooses a password. */
export { account as passwordTexts } from './texts.zh.ts';

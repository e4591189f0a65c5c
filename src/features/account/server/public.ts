export { type HashedPassword, hashedPassword } from './hashed-password.ts';
export {
  accountMaker,
  chosenAccountMaker,
  type MakeAccount,
  type NewAccount,
  type OpenedAccount,
  registerAccount,
} from './open-account.ts';
export { requireStrong } from './password-strength.ts';

export { type HashedPassword, hashedPassword } from './hashed-password.ts';
export { accountMaker, type MakeAccount, type NewAccount, registerAccount } from './open-account.ts';

export { type HashedPassword, hashedPassword } from './hashed-password.ts';
export { accountMaker, type MakeAccount, type NewAccount } from './open-account.ts';

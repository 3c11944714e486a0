import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Sealed } from '#server/secrecy/sealed.ts'

type Ctx = Context<Actor | null>

/** The person whose account has this mobile number, to be narrowed by the caller. */
export function usersByMobile(ctx: Ctx, mobile: string) {
  return ctx.tx.selectFrom('app_user').where('mobileHash', 'in', ctx.cipher.hashes('app_user.mobile', mobile))
}

/** The person with this account name or mobile number. */
export function usersByName(ctx: Ctx, typed: string) {
  return ctx.tx
    .selectFrom('app_user')
    .where((e) =>
      e.or([
        e('account', '=', typed.toLowerCase()),
        e('mobileHash', 'in', ctx.cipher.hashes('app_user.mobile', typed)),
      ]),
    )
}

/** A person's mobile number; '' where there is none. */
export function mobileOf(ctx: Pick<Ctx, 'cipher'>, user: { id: string; mobile: Sealed | null }): string {
  return ctx.cipher.open('app_user.mobile', user.id, user.mobile) ?? ''
}

/** What a person logs in with: the account name, else the mobile number. */
export function accountOf(
  ctx: Pick<Ctx, 'cipher'>,
  user: { id: string; account: string | null; mobile: Sealed | null },
): string {
  return user.account ?? mobileOf(ctx, user)
}

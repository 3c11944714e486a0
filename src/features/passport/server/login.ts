import type { z } from 'zod'
import { AppError, type ErrorName } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import { type Context, inContext, type Kernel, KeptRefusal } from '#server/context.ts'
import type { Input } from '#server/implement.ts'
import type { login } from '../contract.ts'
import { FAILURES_PER_IP } from '../rules.ts'
import { captchaFits } from './captchas.ts'
import { companyToEnter } from './companies.ts'
import { clearGuard, countFailure, failuresFromHere, type Guard, readGuard } from './guard.ts'
import { passwordFits } from './passwords.ts'
import { proveMobile } from './proof.ts'
import { startSession } from './sessions.ts'
import { spendCode } from './sms-codes.ts'

type Ctx = Context<Actor | null>
type Body = z.output<typeof login.body>
type PasswordBody = Extract<Body, { mode: 'password' }>

interface User {
  id: string
  nickname: string
  password_hash: string | null
}

/** Looks the account up and checks the password, without a transaction: hashing takes tens of milliseconds. */
export async function prepareLogin(
  kernel: Kernel,
  input: Input<unknown, unknown, unknown>,
  caller: { tenantId: number; actor: Actor | null },
): Promise<{ user: User | undefined; fits: boolean }> {
  const body = input.body as Body
  const scope = { tenantId: caller.tenantId, actor: null, readOnly: true, ip: input.raw.request.ip }
  const user = await inContext(kernel, scope, async (ctx) => {
    if ((await failuresFromHere(ctx)) >= FAILURES_PER_IP) throw new AppError('tooMany')
    return body.mode === 'sms' ? findUser(ctx, { mobile: body.mobile }) : findUser(ctx, { account: body.account })
  })
  return { user, fits: body.mode === 'password' && (await passwordFits(body.password, user?.password_hash ?? null)) }
}

/**
 * Logs in. Every failure is counted and written to the log of log-ins, and looks the same whether the account exists
 * or not. Where there is no choice of company, it is entered at once.
 */
export async function logIn(
  ctx: Ctx,
  input: Input<unknown, unknown, Body>,
): Promise<{ userId: string; nickname: string }> {
  const { user, fits } = input.prepared as Awaited<ReturnType<typeof prepareLogin>>
  const { body } = input
  const account = body.mode === 'sms' ? body.mobile : body.account
  const guard = await readGuard(ctx, user?.id ?? `?${account.toLowerCase()}`)
  const refuse = (name: ErrorName, details?: unknown) => refused(ctx, { name, details, account, user, input })
  if (guard.lockedUntil) throw await refuse('locked', { lockedUntil: guard.lockedUntil.toISOString() })
  if (body.mode === 'password') {
    if (guard.needsCaptcha && !(await captchaFits(ctx, body))) throw await refuse('captcha', { captchaNeeded: true })
    if (!fits || !user || !(await isUnchanged(ctx, user))) throw await wrong(ctx, guard, refuse)
  } else if (!(await spendCode(ctx, body)) || !user) {
    throw await wrong(ctx, guard, refuse)
  }
  if (body.mode === 'sms') await proveMobile(ctx, user.id)
  await clearGuard(ctx, guard.subject)
  const entered = await companyToEnter(ctx.tx, user.id)
  await startSession(ctx, input.raw, { userId: user.id, employeeId: entered?.employeeId ?? null })
  await logAttempt(ctx, { account, userId: user.id, companyId: entered?.companyId ?? null, outcome: 'success', input })
  return { userId: user.id, nickname: user.nickname }
}

/** By account, or by a mobile number typed as account. */
function findUser(ctx: Ctx, by: { account?: string; mobile?: string }): Promise<User | undefined> {
  return ctx.tx
    .selectFrom('app_user')
    .select(['id', 'nickname', 'password_hash'])
    .where((e) => {
      const mobile = e('mobile', '=', by.mobile ?? by.account!)
      return by.mobile ? mobile : e.or([e('account', '=', by.account!.toLowerCase()), mobile])
    })
    .orderBy('created_at')
    .executeTakeFirst()
}

/** The password was checked a moment ago, outside this transaction: it must still be that one. */
async function isUnchanged(ctx: Ctx, user: User): Promise<boolean> {
  const row = await ctx.tx.selectFrom('app_user').select('password_hash').where('id', '=', user.id).executeTakeFirst()
  return row?.password_hash === user.password_hash
}

async function wrong(
  ctx: Ctx,
  guard: Guard,
  refuse: (name: ErrorName, details?: unknown) => Promise<KeptRefusal>,
): Promise<KeptRefusal> {
  const now = await countFailure(ctx, guard)
  if (now.lockedUntil) return refuse('locked', { lockedUntil: now.lockedUntil.toISOString() })
  return refuse('credentials', { captchaNeeded: now.needsCaptcha })
}

interface Failure {
  name: ErrorName
  details: unknown
  account: string
  user: User | undefined
  input: Input<unknown, unknown, PasswordBody | Body>
}

async function refused(ctx: Ctx, { name, details, account, user, input }: Failure): Promise<KeptRefusal> {
  await logAttempt(ctx, { account, userId: user?.id ?? null, companyId: null, outcome: name, input })
  return new KeptRefusal(new AppError(name, undefined, details))
}

async function logAttempt(
  ctx: Ctx,
  attempt: {
    account: string
    userId: string | null
    companyId: string | null
    outcome: string
    input: Failure['input']
  },
): Promise<void> {
  await ctx.tx
    .insertInto('login_log')
    .values({
      tenant_id: ctx.tenantId,
      id: ctx.newId(),
      user_id: attempt.userId,
      company_id: attempt.companyId,
      account: attempt.account.slice(0, 60),
      ip: ctx.ip,
      user_agent: (attempt.input.raw.request.headers['user-agent'] ?? '').slice(0, 300),
      outcome: attempt.outcome,
      at: ctx.clock.now(),
    })
    .execute()
}

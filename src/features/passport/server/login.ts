import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import { AppError, type ErrorName } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import { type Context, inContext, type Kernel, KeptRefusal } from '#server/context.ts'
import type { Input } from '#server/implement.ts'
import type { Sealed } from '#server/secrecy/sealed.ts'
import type { login } from '../contract.ts'
import { shownAccount } from '../rules.ts'
import { companyToEnter } from './companies.ts'
import { deviceHash, deviceSource, knownDevice, rememberDevice } from './devices.ts'
import { clearGuards } from './guard.ts'
import { factorStanding } from './factor-standing.ts'
import { accountOf, usersByMobile, usersByName } from './numbers.ts'
import { passkeyShown } from './passkeys.ts'
import { passwordFits } from './passwords.ts'
import { proveMobile } from './proof.ts'
import { readPolicy } from './policy.ts'
import { checkProof, type ProofUse, spendProof } from './proofs.ts'
import { startSession } from './sessions.ts'
import { hasOpenCode, spendCode } from './sms-codes.ts'
import { type Attempt, countWrong, holdStanding, peekStanding, type Standing, subjectsOf } from './standing.ts'

type Ctx = Context<Actor | null>
type Body = z.output<typeof login.body>
type PasswordBody = Extract<Body, { mode: 'password' }>
type LoginInput = Input<unknown, unknown, Body>

const USER = ['id', 'account', 'mobile', 'nickname', 'passwordHash'] as const

interface User {
  id: string
  account: string | null
  mobile: Sealed | null
  nickname: string
  passwordHash: string | null
}

/**
 * Looks the account up and checks the password, without a transaction: hashing takes tens of milliseconds. It is not done for
 * an attempt that will be refused whatever the password, so that a flood of them costs little.
 */
export async function prepareLogin(
  kernel: Kernel,
  input: Input<unknown, unknown, unknown>,
  caller: { tenantId: number; actor: Actor | null },
): Promise<{ user: User | undefined; isTried: boolean; fits: boolean }> {
  const body = input.body as Body
  const scope = { tenantId: caller.tenantId, actor: null, readOnly: true, ip: input.raw.request.ip }
  const { user, isTried } = await inContext(kernel, scope, async (ctx) => {
    // A passkey says by itself whose it is, and cannot be guessed.
    if (body.mode === 'passkey') return { user: undefined, isTried: false }
    const found = await findUser(ctx, body.mode === 'sms' ? { mobile: body.mobile } : { account: body.account })
    const attempt = await attemptOf(ctx, { user: found, account: typedIn(body), input })
    const standing = await peekStanding(ctx, attempt)
    const source = deviceHash(input.raw.request)?.toString('hex') ?? ''
    const isAsked = body.mode === 'sms' && (await hasOpenCode(ctx, { mobile: body.mobile, source }))
    if (standing.isFlooded && !isAsked) throw new AppError('tooMany')
    return { user: found, isTried: body.mode === 'password' && (await mayTry(ctx, body, standing)) }
  })
  const fits = isTried && (await passwordFits((body as PasswordBody).password, user?.passwordHash ?? null))
  return { user, isTried, fits }
}

/**
 * Logs in. Every failure is counted and written to the log of log-ins, and looks the same whether the account exists
 * or not. Where there is no choice of company, it is entered at once. A session whose second factor is still to be shown is
 * none but for showing it, and its device becomes known only then.
 */
export async function logIn(
  ctx: Ctx,
  input: LoginInput,
): Promise<{ userId: string; nickname: string; factorDue: boolean }> {
  const { user, deviceId } = await identify(ctx, input)
  const { body } = input
  const account = body.mode === 'passkey' ? accountOf(ctx, user) : typedIn(body)
  const isShown = body.mode === 'passkey'
  const { has, isRequired } = await factorStanding(ctx, user.id, await readPolicy(ctx))
  const factorDue = !isShown && (has || isRequired)
  const entered = await companyToEnter(ctx.tx, user.id)
  await startSession(ctx, input.raw, {
    userId: user.id,
    employeeId: entered?.employeeId ?? null,
    deviceId: factorDue ? deviceId : await rememberDevice(ctx, input.raw, user.id),
    factorAt: isShown ? ctx.clock.now() : null,
  })
  await logAttempt(ctx, { account, userId: user.id, companyId: entered?.companyId ?? null, outcome: 'success', input })
  return { userId: user.id, nickname: user.nickname, factorDue }
}

/** Who it is, and the device where it is known to them; throws what is told to anybody else. */
async function identify(ctx: Ctx, input: LoginInput): Promise<{ user: User; deviceId: string | null }> {
  const { user, isTried, fits } = input.prepared as Awaited<ReturnType<typeof prepareLogin>>
  const { body } = input
  if (body.mode === 'passkey') {
    const { userId } = await passkeyShown(ctx, {
      purpose: 'login',
      response: body.response,
      request: input.raw.request,
    })
    const owner = await ctx.tx.selectFrom('app_user').select(USER).where('id', '=', userId).executeTakeFirstOrThrow()
    return { user: owner, deviceId: null }
  }
  const account = typedIn(body)
  const refuse = (name: ErrorName, details?: unknown) => refused(ctx, { name, details, account, user, input })
  const attempt = await attemptOf(ctx, { user, account, input })
  if (body.mode === 'sms') {
    const isRight = await spendCode(ctx, { ...body, source: deviceSource(ctx, input.raw) })
    if (!isRight || !user) throw await refuse('credentials')
    await proveMobile(ctx, user.id)
    return { user, deviceId: attempt.deviceId }
  }
  const standing = await holdStanding(ctx, attempt)
  if (standing.isLocked) throw await refuse('locked')
  if (!isTried || (standing.level > 0 && !(await spendProof(ctx, proofOf(body), standing.level))))
    throw await refuse('captcha', { captchaNeeded: true })
  if (!fits || !user || !(await isUnchanged(ctx, user))) {
    const next = await countWrong(ctx, attempt, standing)
    throw await (next.isLocked ? refuse('locked') : refuse('credentials', { captchaNeeded: next.level > 0 }))
  }
  await clearGuards(ctx, subjectsOf(ctx, attempt))
  return { user, deviceId: attempt.deviceId }
}

/** How hard the proof would be that an attempt from this browser needs now, if it needs one. */
export async function loginLevel(ctx: Ctx, subject: string, raw: LoginInput['raw']): Promise<number> {
  const user = await findUser(ctx, { account: subject })
  return (await peekStanding(ctx, await attemptOf(ctx, { user, account: subject, input: { raw } }))).level
}

async function attemptOf(
  ctx: Ctx,
  { user, account, input }: { user: User | undefined; account: string; input: Pick<LoginInput, 'raw'> },
): Promise<Attempt> {
  const deviceId = await knownDevice(ctx, { hash: deviceHash(input.raw.request), userId: user?.id })
  return { account: user?.id ?? `?${strangerHash(ctx, account)}`, deviceId }
}

async function mayTry(ctx: Ctx, body: PasswordBody, { isLocked, level }: Standing): Promise<boolean> {
  return !isLocked && (level === 0 || (await checkProof(ctx, proofOf(body), level)) !== null)
}

function proofOf({ account, proof }: PasswordBody): ProofUse & { proof: string | undefined } {
  return { purpose: 'login', subject: account, proof }
}

function typedIn(body: Exclude<Body, { mode: 'passkey' }>): string {
  return body.mode === 'sms' ? body.mobile : body.account
}

/** What was typed where there is no such account: it may be somebody's number. */
function strangerHash(ctx: Ctx, typed: string): string {
  return createHmac('sha256', ctx.key('login guard')).update(typed.toLowerCase()).digest('base64url')
}

/** By account, or by a mobile number typed as account. */
function findUser(ctx: Ctx, by: { account?: string; mobile?: string }): Promise<User | undefined> {
  const found = by.mobile ? usersByMobile(ctx, by.mobile) : usersByName(ctx, by.account!)
  return found.select(USER).orderBy('createdAt').executeTakeFirst()
}

/** The password was checked a moment ago, outside this transaction: it must still be that one. */
async function isUnchanged(ctx: Ctx, user: User): Promise<boolean> {
  const row = await ctx.one('app_user', { id: user.id }, { columns: ['passwordHash'] })
  return row?.passwordHash === user.passwordHash
}

interface Failure {
  name: ErrorName
  details: unknown
  account: string
  user: User | undefined
  input: LoginInput
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
  await ctx.insert('login_log', {
    id: ctx.newId(),
    userId: attempt.userId,
    companyId: attempt.companyId,
    account: shownAccount(attempt.account),
    ip: ctx.ip,
    userAgent: (attempt.input.raw.request.headers['user-agent'] ?? '').slice(0, 300),
    outcome: attempt.outcome,
    at: ctx.clock.now(),
  })
}

import type { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { notifyPerson } from './security-messages.ts'
import type { Actor } from '#server/actor.ts'
import { type Context, KeptRefusal } from '#server/context.ts'
import type { confirmTotp, ownFactors, proveFactor } from '../contract-factors.ts'
import { FACTOR_KINDS } from '../contract-factors.ts'
import { rememberDevice } from './devices.ts'
import { demandFreshLogin, factorStanding, ownSession } from './factor-standing.ts'
import { newRecoveryCodes, newSecret, recoveryHash, sealSecret, stepOf, uriOf } from './factor-secrets.ts'
import { clearGuards, countFailure, readGuard } from './guard.ts'
import { accountOf } from './numbers.ts'
import { passkeyShown } from './passkeys.ts'
import { readPolicy } from './policy.ts'
import { rotateSession } from './sessions.ts'
import type { Input } from '#server/implement.ts'
import { NULL } from '#server/database/records.ts'

type Raw = Input<unknown, unknown, unknown>['raw']

/** The own factors and how things stand. */
export async function listFactors(ctx: Context<Actor>): Promise<z.input<typeof ownFactors.returns>> {
  const { userId } = ctx.actor
  const { has, isRequired } = await factorStanding(ctx, userId, await readPolicy(ctx))
  const rows = await confirmed(ctx).orderBy('createdAt').execute()
  const { left } = await ctx.tx
    .selectFrom('recovery_code')
    .select((e) => e.fn.countAll<number>().as('left'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  const reset = await ctx.tx
    .selectFrom('factor_reset')
    .select('dueAt')
    .where('userId', '=', userId)
    .where('status', '=', 'waiting')
    .executeTakeFirst()
  const { factorAt } = await ownSession(ctx)
  return {
    factors: rows.map((row) => ({
      factorId: row.id,
      kind: row.kind as 'totp' | 'passkey',
      name: row.name,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft: left,
    isRequired,
    isDue: factorAt === null && (has || isRequired),
    resetDueAt: reset?.dueAt.toISOString() ?? null,
  }
}

/** A fresh secret for an app; what was begun before and never finished goes. */
export async function startTotp(ctx: Context<Actor>, isProven: boolean) {
  await demandMayAdd(ctx, isProven)
  const { userId } = ctx.actor
  await ctx.remove('second_factor', { userId, confirmedAt: NULL })
  const factorId = ctx.newId()
  const secret = newSecret()
  await ctx.insert('second_factor', {
    id: factorId,
    userId,
    kind: 'totp',
    name: FACTOR_KINDS.totp,
    secret: sealSecret(ctx, factorId, secret),
    createdAt: ctx.clock.now(),
  })
  const user = await ctx.expectOne('app_user', { id: userId }, { columns: ['id', 'account', 'mobile'] })
  const { name } = await ctx.expectOne('tenant', { id: ctx.tenantId }, { columns: ['name'] })
  const uri = uriOf(secret, { issuer: name, account: accountOf(ctx, user) })
  const { default: qrcode } = await import('qrcode')
  const svg = await qrcode.toString(uri, { type: 'svg', margin: 1, errorCorrectionLevel: 'M' })
  return { factorId, secret: secret.base32, uri, svg }
}

/** The first code makes it count. */
export async function finishTotp(
  ctx: Context<Actor>,
  { params, body, raw }: Input<z.output<typeof confirmTotp.params>, unknown, z.output<typeof confirmTotp.body>>,
): Promise<{ recoveryCodes: string[] }> {
  const row = await ctx.one(
    'second_factor',
    { id: params.factorId, userId: ctx.actor.userId, confirmedAt: NULL },
    { lock: 'update' },
  )
  if (!row?.secret) throw new AppError('notFound')
  const guarded = await guardOf(ctx)
  const now = ctx.clock.now()
  const step = stepOf(ctx, { factorId: row.id, sealed: row.secret, code: body.code, lastStep: 0 }, now)
  if (step === null) throw await guarded.refusal('动态码不正确，请确认手机时间准确')
  await ctx.update(
    'second_factor',
    { id: row.id },
    { name: body.name, confirmedAt: now, lastUsedAt: now, lastStep: step },
  )
  return added(ctx, { kind: 'totp', name: body.name, raw })
}

/** After a factor was added: recovery codes with the first one, the session is through, the person is told. */
export async function added(
  ctx: Context<Actor>,
  { kind, name, raw }: { kind: keyof typeof FACTOR_KINDS; name: string; raw: Raw },
): Promise<{ recoveryCodes: string[] }> {
  const { userId } = ctx.actor
  const isFirst = (await confirmed(ctx).execute()).length === 1
  await passed(ctx, raw)
  ctx.audit({
    action: 'user.factor-added',
    entity: 'user',
    entityId: userId,
    summary: `添加${FACTOR_KINDS[kind]}“${name}”`,
  })
  await notifyPerson(ctx, userId, {
    title: '账号添加了双重验证方式',
    content: `您的账号已添加${FACTOR_KINDS[kind]}“${name}”。如非本人操作，请立即修改密码并联系平台。`,
  })
  return { recoveryCodes: isFirst ? await renewCodes(ctx) : [] }
}

export async function rename(ctx: Context<Actor>, factorId: string, name: string): Promise<void> {
  const { numUpdatedRows } = await ctx.tx
    .updateTable('second_factor')
    .set({ name })
    .where('id', '=', factorId)
    .where('userId', '=', ctx.actor.userId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('notFound')
}

/** Removes a factor; with the last one the recovery codes go. */
export async function remove(ctx: Context<Actor>, factorId: string): Promise<void> {
  const { userId } = ctx.actor
  const row = (await confirmed(ctx).forUpdate().execute()).find((one) => one.id === factorId)
  if (!row) throw new AppError('notFound')
  await demandFreshLogin(ctx, { has: true, isProven: false })
  await ctx.remove('second_factor', { id: factorId })
  const left = await confirmed(ctx).execute()
  if (left.length === 0) await ctx.remove('recovery_code', { userId })
  const label = FACTOR_KINDS[row.kind as keyof typeof FACTOR_KINDS]
  ctx.audit({
    action: 'user.factor-removed',
    entity: 'user',
    entityId: userId,
    summary: `移除${label}“${row.name}”`,
  })
  ctx.actorChanged(userId)
  await notifyPerson(ctx, userId, {
    title: '账号移除了双重验证方式',
    content: `您的账号已移除${label}“${row.name}”。如非本人操作，请立即修改密码并联系平台。`,
  })
}

/** New recovery codes in place of those before; to be shown once. */
export async function replaceCodes(ctx: Context<Actor>): Promise<{ recoveryCodes: string[] }> {
  if ((await confirmed(ctx).execute()).length === 0) throw new AppError('wrongState', '请先设置双重验证')
  await demandFreshLogin(ctx, { has: true, isProven: false })
  const { userId } = ctx.actor
  ctx.audit({ action: 'user.recovery-codes', entity: 'user', entityId: userId, summary: '重新生成恢复码' })
  await notifyPerson(ctx, userId, {
    title: '账号重新生成了恢复码',
    content: '原恢复码已全部作废。如非本人操作，请立即修改密码并联系平台。',
  })
  return { recoveryCodes: await renewCodes(ctx) }
}

/** Shows a factor in this session. Wrong ones count for the device, or together for all that are not known. */
export async function prove(
  ctx: Context<Actor>,
  { body, raw }: Input<unknown, unknown, z.output<typeof proveFactor.body>>,
): Promise<void> {
  switch (body.kind) {
    case 'totp': {
      const guarded = await guardOf(ctx)
      if (!(await totpFits(ctx, body.code))) throw await guarded.refusal('动态码不正确或已使用，请等待下一个动态码')
      await guarded.clear()
      break
    }
    case 'recovery': {
      const guarded = await guardOf(ctx)
      await spendRecoveryCode(ctx, body.code).catch(async (error: unknown) => {
        throw error instanceof AppError ? await guarded.refusal(error.message) : error
      })
      await guarded.clear()
      break
    }
    case 'passkey': {
      const shown = await passkeyShown(ctx, { purpose: 'prove', response: body.response, request: raw.request })
      if (shown.userId !== ctx.actor.userId) throw new AppError('credentials', '该通行密钥不属于当前账号')
    }
  }
  await passed(ctx, raw)
}

/** The own factors that count. */
export function confirmed(ctx: Context<Actor>) {
  return ctx.tx
    .selectFrom('second_factor')
    .selectAll()
    .where('userId', '=', ctx.actor.userId)
    .where('confirmedAt', 'is not', null)
}

/** Whether a factor may be added now: throws `stepUp` where that needs a fresh proof. */
export async function demandMayAdd(ctx: Context<Actor>, isProven: boolean): Promise<void> {
  const rows = await confirmed(ctx).execute()
  if (rows.length >= MOST_FACTORS) throw new AppError('wrongState', `最多设置${MOST_FACTORS}个，请先移除不再使用的`)
  await demandFreshLogin(ctx, { has: rows.length > 0, isProven })
}

const MOST_FACTORS = 10

/** The session is through: it may do everything from now on, under a fresh token, and its device is known. */
async function passed(ctx: Context<Actor>, raw: Raw): Promise<void> {
  const deviceId = await rememberDevice(ctx, raw, ctx.actor.userId)
  await ctx.tx
    .updateTable('login_session')
    .set({ factorAt: ctx.clock.now(), deviceId })
    .where('id', '=', ctx.actor.sessionId)
    .execute()
  // A page that works already has requests under way, which a new token would end.
  if (ctx.actor.needsFactor) await rotateSession(ctx, raw.reply)
}

async function totpFits(ctx: Context<Actor>, code: string): Promise<boolean> {
  const now = ctx.clock.now()
  const rows = await confirmed(ctx).where('kind', '=', 'totp').forUpdate().execute()
  for (const row of rows) {
    const step = stepOf(ctx, { factorId: row.id, sealed: row.secret!, code, lastStep: row.lastStep }, now)
    if (step === null) continue
    const used = { lastStep: step, lastUsedAt: now }
    await ctx.update('second_factor', { id: row.id }, used)
    return true
  }
  return false
}

async function spendRecoveryCode(ctx: Context<Actor>, code: string): Promise<void> {
  const { userId } = ctx.actor
  const spent = await ctx.tx
    .updateTable('recovery_code')
    .set({ usedAt: ctx.clock.now() })
    .where('userId', '=', userId)
    .where('codeHash', '=', recoveryHash(ctx, userId, code))
    .where('usedAt', 'is', null)
    .returning('codeHash')
    .executeTakeFirst()
  if (!spent) throw new AppError('credentials', '恢复码不正确或已使用')
  ctx.audit({ action: 'user.recovery-code-used', entity: 'user', entityId: userId, summary: '使用恢复码登录' })
  await notifyPerson(ctx, userId, {
    title: '账号使用了恢复码',
    content: '有人使用恢复码通过了您账号的双重验证。如非本人操作，请立即修改密码并联系平台。',
  })
}

async function renewCodes(ctx: Context<Actor>): Promise<string[]> {
  const { userId } = ctx.actor
  const codes = newRecoveryCodes()
  await ctx.remove('recovery_code', { userId })
  await ctx.insert(
    'recovery_code',
    codes.map((code) => ({ userId, codeHash: recoveryHash(ctx, userId, code) })),
  )
  return codes
}

/** Counts wrong codes: a known device by itself, all others together. */
async function guardOf(ctx: Context<Actor>) {
  const { deviceId } = await ownSession(ctx)
  const guard = await readGuard(ctx, `factor/${ctx.actor.userId}/${deviceId ?? 'stranger'}`)
  const locked = '验证码错误次数过多，请15分钟后再试，或使用通行密钥'
  if (guard.lockedUntil) throw new AppError('locked', locked)
  return {
    refusal: async (message: string) => {
      const { lockedUntil } = await countFailure(ctx, guard)
      return new KeptRefusal(lockedUntil ? new AppError('locked', locked) : new AppError('credentials', message))
    },
    clear: () => clearGuards(ctx, [guard.subject]),
  }
}

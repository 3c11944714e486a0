import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { WORKBENCHES, type Workbench, XSRF_COOKIE } from '#contract/workbench.ts'
import type { Actor } from '#server/actor.ts'
import { type Context, inContext, type Kernel, KeptRefusal } from '#server/context.ts'
import type { Input } from '#server/implement.ts'
import type { changePassword, employeeOneself } from '../contract.ts'
import { currentEmployeeId } from './companies.ts'
import { forgetDevices } from './devices.ts'
import { clearGuards, countFailure, ownSubject, readGuard } from './guard.ts'
import { demandGoodPassword } from './new-passwords.ts'
import { accountOf, mobileOf } from './numbers.ts'
import { hashPassword, passwordFits } from './passwords.ts'
import { readPolicy } from './policy.ts'
import {
  clearToken,
  endSessions,
  ownDevice,
  rotateSession,
  sendToken,
  tokenHash,
  tokenOf,
  xsrfFits,
} from './sessions.ts'

/** Said to somebody who is in. */
export const LOCKED_HERE = '密码错误次数过多，请15分钟后再试'

type Raw = { request: FastifyRequest; reply: FastifyReply }
type PasswordBody = z.output<typeof changePassword.body>

/** Whether somebody is logged in. Mends cookies that went astray: a browser with half of them could do nothing. */
export async function status(ctx: Context<Actor | null>, { request, reply }: Raw) {
  const token = tokenOf(request)
  if (ctx.actor && token) {
    if (!xsrfFits(ctx.config, token, request.cookies[XSRF_COOKIE])) sendToken(ctx.config, reply, token)
  } else if (token) clearToken(ctx.config, reply)
  return {
    loggedIn: ctx.actor !== null,
    asEmployee: ctx.actor !== null && (ctx.actor.employeeId !== null || ctx.actor.isDisabled),
    companyId: ctx.actor?.companyId ?? null,
    factorDue: ctx.actor?.needsFactor ?? false,
  }
}

/** Ends the session of this browser, if it has one. */
export async function logOut(ctx: Context<Actor | null>, { request, reply }: Raw): Promise<void> {
  const token = tokenOf(request)
  if (token) await ctx.tx.deleteFrom('login_session').where('tokenHash', '=', tokenHash(token)).execute()
  if (ctx.actor) ctx.actorChanged(ctx.actor.userId)
  ctx.afterCommit(() => clearToken(ctx.config, reply))
}

/** The person as such. */
export async function person(ctx: Context<Actor>) {
  const user = await ownRow(ctx)
  return {
    userId: user.id,
    account: accountOf(ctx, user),
    nickname: user.nickname,
    face: user.face,
    mobile: mobileOf(ctx, user),
    isBindWX: user.wxOpenid !== null,
    isDefaultPassword: user.isDefaultPassword,
    hasPassword: user.passwordHash !== null,
    isExpert: ctx.actor.isExpert,
    isPlatformAdmin: ctx.actor.isPlatformAdmin,
  }
}

/** The person as an employee; shows a disabled or deleted employee as such, where other calls only refuse. */
export async function employee(ctx: Context<Actor>): Promise<z.output<typeof employeeOneself.returns>> {
  const { actor } = ctx
  const user = await ownRow(ctx)
  const employeeId = await currentEmployeeId(ctx)
  const row = employeeId === null ? undefined : await employeeRow(ctx, employeeId)
  const isDeleted = row?.deletedAt != null
  return {
    userId: user.id,
    userInfo: {
      face: user.face,
      nickname: user.nickname,
      mobile: mobileOf(ctx, user),
      isDefaultPassword: user.isDefaultPassword ? 1 : 0,
      wxMpOpenid: user.wxOpenid,
    },
    employeeId: isDeleted ? null : (row?.id ?? null),
    employeeInfo: {
      role: [...actor.rights].join(','),
      email: row?.email ?? '',
      name: row?.name ?? user.nickname,
      features: row?.features ?? [],
    },
    isAdmin: actor.isAdmin,
    isSigner: row?.isSigner ?? false,
    deleted: isDeleted,
    status: row?.status ?? 1,
    deptInfo: row?.departmentId ? { deptId: row.departmentId, name: row.departmentName ?? '' } : null,
    company:
      row && !isDeleted
        ? {
            companyId: row.companyId,
            companyName: row.companyName,
            companyType: row.companyType,
            status: row.companyStatus,
            isPurchaser: row.isPurchaser,
            isAgency: row.isAgency,
            isSupplier: row.isSupplier,
            isCertified: row.isCertified,
          }
        : null,
    workbenches: (Object.keys(WORKBENCHES) as Workbench[]).filter((w) => actor.workbenches.has(w)),
    rights: [...actor.rights],
  }
}

/** Hashing of both passwords, outside the transaction. */
export async function preparePassword(
  kernel: Kernel,
  input: Input<unknown, unknown, unknown>,
  caller: { tenantId: number; actor: Actor | null },
) {
  const body = input.body as PasswordBody
  const { stored, owner, policy } = await inContext(kernel, { ...caller, readOnly: true }, async (ctx) => {
    const user = await ownRow(ctx as Context<Actor>)
    return { stored: user.passwordHash, owner: [user.account, mobileOf(ctx, user)], policy: await readPolicy(ctx) }
  })
  await demandGoodPassword(policy, { password: body.next, path: 'next', owner })
  const fits = await passwordFits(body.current, stored)
  return { stored, fits, hash: fits ? await hashPassword(body.next) : '' }
}

/**
 * What follows for whom a company opened an account, when they change its first password: the id of the employee they
 * become; null when nothing does.
 */
export type FirstPassword = (
  ctx: Context<Actor>,
  person: { userId: string; companyId: string },
) => Promise<string | null>

/** Sets a new password. All other sessions end, this one gets a new token. Wrong tries count as failed log-ins do. */
export const setPassword =
  (acceptFirst: FirstPassword) =>
  async (ctx: Context<Actor>, input: Input<unknown, unknown, PasswordBody>): Promise<void> => {
    const { stored, fits, hash } = input.prepared as Awaited<ReturnType<typeof preparePassword>>
    const guard = await readGuard(ctx, ownSubject(ctx))
    if (guard.lockedUntil) throw new AppError('locked', LOCKED_HERE)
    const user = await ownRow(ctx)
    if (!fits || user.passwordHash !== stored) {
      const { lockedUntil } = await countFailure(ctx, guard)
      throw new KeptRefusal(
        lockedUntil ? new AppError('locked', LOCKED_HERE) : new AppError('credentials', '当前密码不正确'),
      )
    }
    if (input.body.next === input.body.current)
      throw new AppError('invalid', '新密码不能与当前密码相同', [{ path: 'next', message: '新密码不能与当前密码相同' }])
    await ctx.update('app_user', { id: user.id }, { passwordHash: hash, isDefaultPassword: false })
    await clearGuards(ctx, [guard.subject])
    await endSessions(ctx.tx, user.id, { except: ctx.actor.sessionId })
    await forgetDevices(ctx.tx, user.id, { except: await ownDevice(ctx) })
    // Changing the first password is how the person for whom a company opened the account says yes to it.
    const opener = user.unprovenTenantId === ctx.tenantId && user.isDefaultPassword ? user.unprovenCompanyId : null
    const employeeId = opener && (await acceptFirst(ctx, { userId: user.id, companyId: opener }))
    await rotateSession(ctx, input.raw.reply, employeeId ?? undefined)
    ctx.audit({ action: 'user.password', entity: 'user', entityId: user.id, summary: '修改登录密码' })
  }

export async function sessions(ctx: Context<Actor>) {
  const rows = await ctx.tx
    .selectFrom('login_session')
    .select(['id', 'ip', 'userAgent', 'createdAt', 'lastSeenAt'])
    .where('userId', '=', ctx.actor.userId)
    .orderBy('lastSeenAt', 'desc')
    .execute()
  return rows.map((row) => ({
    sessionId: row.id,
    ip: row.ip,
    userAgent: row.userAgent,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    isCurrent: row.id === ctx.actor.sessionId,
  }))
}

/** Ends one of the own sessions; the device it ran on is a stranger from then on. */
export async function endSession(ctx: Context<Actor>, sessionId: string, reply: FastifyReply): Promise<void> {
  const ended = await ctx.tx
    .deleteFrom('login_session')
    .where('userId', '=', ctx.actor.userId)
    .where('id', '=', sessionId)
    .returning('deviceId')
    .executeTakeFirst()
  if (!ended) throw new AppError('notFound')
  await forgetDevices(ctx.tx, ctx.actor.userId, { only: ended.deviceId })
  ctx.actorChanged(ctx.actor.userId)
  if (sessionId === ctx.actor.sessionId) ctx.afterCommit(() => clearToken(ctx.config, reply))
}

/** Ends all own sessions but this one. */
export async function endOtherSessions(ctx: Context<Actor>): Promise<void> {
  await endSessions(ctx.tx, ctx.actor.userId, { except: ctx.actor.sessionId })
  await forgetDevices(ctx.tx, ctx.actor.userId, { except: await ownDevice(ctx) })
  ctx.actorChanged(ctx.actor.userId)
  ctx.audit({ action: 'user.sessions', entity: 'user', entityId: ctx.actor.userId, summary: '退出其他设备的登录' })
}

/** Whether it is the caller's own number, or that of a colleague of whoever administers the company; of others nothing. */
export async function mobileExists(ctx: Context<Actor>, mobile: string): Promise<{ exist: boolean }> {
  const { userId, companyId, rights } = ctx.actor
  const row = await ctx.tx
    .selectFrom('app_user as u')
    .select('u.id')
    .where('u.mobileHash', 'in', ctx.cipher.hashes('app_user.mobile', mobile))
    .where((e) =>
      e.or([
        e('u.id', '=', userId),
        e.and([
          sql<boolean>`${rights.has('businessManagement')}::boolean`,
          e.exists(
            e
              .selectFrom('employee as m')
              .select('m.id')
              .whereRef('m.userId', '=', 'u.id')
              .where('m.companyId', '=', companyId)
              .where('m.acceptedAt', 'is not', null)
              .where('m.deletedAt', 'is', null),
          ),
        ]),
      ]),
    )
    .executeTakeFirst()
  return { exist: row !== undefined }
}

/** Supervising institutions of the company entered, and whether the person sees its big projects. */
export async function supervision(
  ctx: Context<Actor>,
): Promise<{ stateOwnedSupervise: string[]; bigProject: boolean }> {
  const row = await companyFlags(ctx)
  return { stateOwnedSupervise: row?.supervise ?? [], bigProject: ctx.actor.rights.has('bigProjectList') }
}

/** What the company entered is and has, as far as menus depend on it; undefined without a company. */
export function companyFlags(ctx: Context<Actor>) {
  return ctx.tx
    .selectFrom('company_tenant as t')
    .innerJoin('company as c', 'c.id', 't.companyId')
    .select(['t.supervise', 't.features', 't.systemRights', 'c.companyType'])
    .where('t.companyId', '=', ctx.actor.companyId)
    .executeTakeFirst()
}

function ownRow(ctx: Context<Actor>) {
  return ctx.expectOne('app_user', { id: ctx.actor.userId })
}

function employeeRow(ctx: Context<Actor>, id: string) {
  return ctx.tx
    .selectFrom('employee as e')
    .innerJoin('company_tenant as t', (j) =>
      j.onRef('t.tenantId', '=', 'e.tenantId').onRef('t.companyId', '=', 'e.companyId'),
    )
    .innerJoin('company as c', 'c.id', 'e.companyId')
    .leftJoin('department as d', (j) => j.onRef('d.tenantId', '=', 'e.tenantId').onRef('d.id', '=', 'e.departmentId'))
    .selectAll('e')
    .select(['t.status as companyStatus', 't.isCertified', 't.isPurchaser', 't.isAgency', 't.isSupplier', 't.features'])
    .select(['c.name as companyName', 'c.companyType', 'd.name as departmentName'])
    .where('e.id', '=', id)
    .where('e.userId', '=', ctx.actor.userId)
    .executeTakeFirst()
}

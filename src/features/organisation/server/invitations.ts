import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Expression, sql, type SqlBool } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import { sendText } from '#features/messages/server/public.ts'
import {
  demandGoodPassword,
  demandProven,
  hashPassword,
  mobileOf,
  proveMobile,
  readPolicy,
  usersByMobile,
} from '#features/passport/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import {
  type Caller,
  implement,
  implementForPerson,
  implementPublic,
  type Input,
  type Route,
} from '#server/implement.ts'
import { listPage } from '#server/search/list-page.ts'
import { includes } from '#server/search/includes.ts'
import type { Sealed } from '#server/secrecy/sealed.ts'
import { guestPage } from '../contract/employees.ts'
import { INVITATION_DAYS } from '#features/passport/rules.ts'
import * as c from '../contract/invitations.ts'
import { InvitationStatus } from '../contract/shared.ts'
import { hasMobile, KEEPER, masked, ownEmployees } from './access.ts'
import { accountFor } from './accounts.ts'
import { admit } from './admission.ts'
import { demandDepartment } from './departments.ts'
import { demandQuota } from './quota.ts'
import { demandRoles, recomputeRights } from './rights.ts'

type Ctx = Context<Employee>

const S = InvitationStatus.values
/** A person is not asked more often than this. */
const RESEND_AFTER = MINUTE

export const invitationRoutes: readonly Route[] = [
  implement(guestPage, KEEPER, async (ctx, { query }) => {
    const now = ctx.clock.now()
    const { keyword, status } = query
    const named = ownInvitations(ctx)
      .leftJoin('department as d', (j) => j.onRef('d.tenantId', '=', 'i.tenantId').onRef('d.id', '=', 'i.departmentId'))
      .leftJoin('app_user as u', 'u.id', 'i.invitedBy')
      .selectAll('i')
      .select(['d.name as departmentName', 'u.nickname as inviter'])
      .select(
        sql<
          string[]
        >`array(select o.name from role o where o.tenant_id = i.tenant_id and o.id = any(i.role_ids) order by o.name)`.as(
          'roles',
        ),
      )
    const base = ownInvitations(ctx)
      .$if(Boolean(keyword), (q) =>
        q.where((e) => e.or([includes(keyword!, ['i.name']), hasInvitedMobile(ctx, keyword!)])),
      )
      .$if(status !== undefined && status !== S.waiting && status !== S.expired, (q) =>
        q.where('i.status', '=', status!),
      )
      .$if(status === S.waiting, (q) => q.where('i.status', '=', S.waiting).where('i.expiresAt', '>', now))
      .$if(status === S.expired, (q) => q.where('i.status', '=', S.waiting).where('i.expiresAt', '<=', now))
    const list = { alias: 'i', keys: ['id'], rows: () => base }
    const page = await listPage(ctx, { query, list, show: (page) => named.innerJoin(page, 'page.id', 'i.id') })
    return {
      ...page,
      rows: page.rows.map((row) => ({
        invitationId: row.id,
        name: row.name,
        mobile: mobileOfInvitation(ctx, row),
        deptName: row.departmentName ?? '',
        roles: row.roles,
        status: statusOf(row, now),
        invitedBy: row.inviter ?? '',
        sentAt: row.sentAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
        actions: row.status === S.waiting ? [RESEND, WITHDRAW] : [],
      })),
    }
  }),

  implement(c.invite, KEEPER, async (ctx, { body, raw }) => {
    await demandDepartment(ctx, body.deptId)
    await demandRoles(ctx, body.roleIds)
    const there = await ownEmployees(ctx)
      .innerJoin('app_user as u', 'u.id', 'e.userId')
      .select('e.id')
      .where(hasMobile(ctx, body.mobile))
      .executeTakeFirst()
    if (there)
      throw new AppError('conflict', '该手机号的员工已在本企业', [
        { path: 'mobile', message: '该手机号的员工已在本企业' },
      ])
    const now = ctx.clock.now()
    await demandQuota(ctx, body.mobile)
    // One that has run out makes room for a new one.
    await ownWaiting(ctx)
      .set({ status: S.withdrawn })
      .where('mobileHash', 'in', ctx.cipher.hashes('invitation.mobile', body.mobile))
      .where('expiresAt', '<=', now)
      .execute()
    const waiting = await ownInvitations(ctx)
      .select('i.id')
      .where('i.status', '=', S.waiting)
      .where('i.mobileHash', 'in', ctx.cipher.hashes('invitation.mobile', body.mobile))
      .executeTakeFirst()
    if (waiting) throw new AppError('conflict', INVITED)
    const { token, hash } = newToken()
    const invitationId = ctx.newId()
    const added = await ctx.tx
      .insertInto('invitation')
      .values({
        tenantId: ctx.tenantId,
        id: invitationId,
        companyId: ctx.actor.companyId,
        tokenHash: hash,
        name: body.name,
        ...ctx.cipher.fields('invitation.mobile', invitationId, body.mobile),
        departmentId: body.deptId,
        roleIds: body.roleIds,
        invitedBy: ctx.actor.userId,
        createdAt: now,
        sentAt: now,
        expiresAt: new Date(now.getTime() + INVITATION_DAYS * DAY),
      })
      .onConflict((conflict) =>
        conflict.columns(['tenantId', 'companyId', 'mobileHash']).where('status', '=', sql.lit(0)).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (!added) throw new AppError('conflict', INVITED)
    await send(ctx, { mobile: body.mobile, token, request: raw.request })
    record(ctx, invitationId, { action: 'invitation.send', summary: `邀请${body.name}加入企业` })
    return { invitationId }
  }),

  implement(c.resendInvitation, KEEPER, async (ctx, { params, raw }) => {
    const row = await lockedInvitation(ctx, params.invitationId)
    const now = ctx.clock.now()
    if (now.getTime() - row.sentAt.getTime() < RESEND_AFTER) throw new AppError('tooMany', '刚刚发送过，请一分钟后再试')
    const mobile = mobileOfInvitation(ctx, row)
    await demandQuota(ctx, mobile)
    const { token, hash } = newToken()
    await ctx.update(
      'invitation',
      { id: row.id },
      {
        tokenHash: hash,
        sentAt: now,
        sentTimes: row.sentAt.getTime() > now.getTime() - DAY ? row.sentTimes + 1 : 1,
        expiresAt: new Date(now.getTime() + INVITATION_DAYS * DAY),
      },
    )
    await send(ctx, { mobile, token, request: raw.request })
    record(ctx, row.id, { action: 'invitation.resend', summary: `重新邀请${row.name}` })
  }),

  implement(c.withdrawInvitation, KEEPER, async (ctx, { params }) => {
    const row = await lockedInvitation(ctx, params.invitationId)
    await ctx.update('invitation', { id: row.id }, { status: S.withdrawn })
    record(ctx, row.id, { action: 'invitation.withdraw', summary: `撤回对${row.name}的邀请` })
  }),

  implementPublic(c.invitation, {}, async (ctx, { params }) => {
    const row = await byToken(ctx, params.token)
    const mobile = mobileOfInvitation(ctx, row)
    const [company, inviter, account] = [
      await ctx.expectOne('company', { id: row.companyId }, { columns: ['name'] }),
      await ctx.one('app_user', { id: row.invitedBy }, { columns: ['nickname'] }),
      await usersByMobile(ctx, mobile).select(['id', 'unprovenCompanyId']).executeTakeFirst(),
    ]
    return {
      companyId: row.companyId,
      companyName: company.name,
      invitedBy: inviter?.nickname ?? '',
      name: row.name,
      mobile: masked(mobile),
      status: statusOf(row, ctx.clock.now()),
      expiresAt: row.expiresAt.toISOString(),
      hasAccount: account !== undefined && account.unprovenCompanyId === null,
      isMine: ctx.actor && ctx.actor.userId === account?.id,
    }
  }),

  implementForPerson(c.acceptInvitation, {}, async (ctx, { params }) => {
    const row = await byToken(ctx, params.token, true)
    const own = await ctx.expectOne('app_user', { id: ctx.actor.userId }, { columns: ['id', 'mobile'] })
    demandProven(ctx.actor)
    if (mobileOf(ctx, own) !== mobileOfInvitation(ctx, row))
      throw new AppError('forbidden', '该邀请发给另一手机号，请用受邀手机号的账号登录')
    return { companyId: row.companyId, employeeId: await enter(ctx, row, ctx.actor.userId) }
  }),

  implementPublic(c.registerInvited, { prepare: hashOfNew }, async (ctx, { params, prepared }) => {
    const row = await byToken(ctx, params.token, true)
    const hash = prepared as string
    const mobile = mobileOfInvitation(ctx, row)
    const { userId, isNew } = await accountFor(ctx, { mobile, name: row.name, hash, openedBy: null })
    // Holding the link proves the number, not that one is who the account belongs to; an account that some company
    // opened belongs to nobody before.
    if (!isNew && !(await proveMobile(ctx, userId, { hash })))
      throw new AppError('conflict', '该手机号已有账号，请登录后加入')
    await enter(ctx, row, userId)
    return { account: mobile }
  }),
]

/** The hash of the password chosen, once it fits the tenant's rule. */
async function hashOfNew(kernel: Kernel, { body }: Input<unknown, unknown, unknown>, caller: Caller): Promise<string> {
  const { password } = body as { password: string }
  const policy = await inContext(kernel, { ...caller, readOnly: true }, readPolicy)
  await demandGoodPassword(policy, { password, path: 'password' })
  return hashPassword(password)
}

const INVITED = '已邀请该手机号，可在列表中重新发送'
const RESEND = { action: 'resend', label: '重新发送' }
const WITHDRAW = {
  action: 'withdraw',
  label: '撤回',
  confirm: '撤回后短信中的链接失效。确认撤回？',
  danger: true,
}

type Invitation = Pick<Awaited<ReturnType<typeof byToken>>, 'id' | 'companyId' | 'name' | 'departmentId' | 'roleIds'>

/** The invitation of a link; locked and still open to answer where that is asked for. Links of other tenants are unknown. */
async function byToken(ctx: Context<Actor | null>, token: string, toAnswer = false) {
  const row = await ctx.tx
    .selectFrom('invitation')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where('tokenHash', '=', hashOf(token))
    .$if(toAnswer, (q) => q.forUpdate())
    .executeTakeFirst()
  if (!row) throw new AppError('notFound', '邀请不存在，可能已重新发送，请使用最近一条短信中的链接')
  if (toAnswer) {
    const status = statusOf(row, ctx.clock.now())
    if (status !== S.waiting) throw new AppError('wrongState', `该邀请${InvitationStatus.label(status)}`)
  }
  return row
}

/** Takes the person in as the invitation says, with the roles of it that are still there. Answers the employee. */
export async function enter(ctx: Context<Actor | null>, row: Invitation, userId: string): Promise<string> {
  const { companyId, name, departmentId } = row
  const who = { companyId, userId, name, email: '', departmentId, isSigner: false, directRights: [] }
  const employeeId = await admit(ctx, who)
  if (employeeId === null) throw new AppError('wrongState', '您已是该企业的员工')
  // Roles that were deleted meanwhile are not given.
  await sql`insert into employee_role (tenant_id, employee_id, role_id)
    select tenant_id, ${employeeId}, id from role where tenant_id = ${ctx.tenantId} and company_id = ${companyId}
      and id = any(${row.roleIds}::uuid[])`.execute(ctx.tx)
  await recomputeRights(ctx, { companyId, employeeIds: [employeeId] })
  await ctx.update('invitation', { id: row.id }, { status: S.joined, joinedAt: ctx.clock.now() })
  ctx.audit({
    action: 'invitation.accept',
    entity: 'employee',
    entityId: employeeId,
    summary: `${name}接受邀请加入企业`,
  })
  ctx.emit({ kind: 'employee.created', payload: { employeeId, userId } })
  return employeeId
}

async function lockedInvitation(ctx: Ctx, id: string) {
  const row = await ownInvitations(ctx).selectAll('i').where('i.id', '=', id).forUpdate('i').executeTakeFirst()
  if (!row) throw new AppError('notFound')
  if (row.status !== S.waiting) throw new AppError('wrongState', `该邀请${InvitationStatus.label(row.status)}`)
  return row
}

function ownInvitations(ctx: Ctx) {
  return ctx.tx
    .selectFrom('invitation as i')
    .where('i.tenantId', '=', ctx.tenantId)
    .where('i.companyId', '=', ctx.actor.companyId)
}

function ownWaiting(ctx: Ctx) {
  return ctx.tx
    .updateTable('invitation')
    .where('tenantId', '=', ctx.tenantId)
    .where('companyId', '=', ctx.actor.companyId)
    .where('status', '=', S.waiting)
}

function mobileOfInvitation({ cipher }: Pick<Ctx, 'cipher'>, row: { id: string; mobile: Sealed }): string {
  return cipher.open('invitation.mobile', row.id, row.mobile)
}

/** As a condition on `invitation as i`: the number is this one, or ends with these four digits. */
function hasInvitedMobile({ cipher }: Pick<Ctx, 'cipher'>, number: string): Expression<SqlBool> {
  const wanted = 'invitation.mobile'
  return number.length === 4
    ? sql<SqlBool>`i.mobile_tail in (${sql.join(cipher.tailHashes(wanted, number))})`
    : sql<SqlBool>`i.mobile_hash in (${sql.join(cipher.hashes(wanted, number))})`
}

function statusOf(row: { status: number; expiresAt: Date }, now: Date): 0 | 1 | 2 | 3 | 4 {
  if (row.status === S.waiting && row.expiresAt <= now) return S.expired
  return row.status as 0 | 1 | 2 | 4
}

async function send(ctx: Ctx, to: { mobile: string; token: string; request: FastifyRequest }): Promise<void> {
  const { mobile, token, request } = to
  const base = ctx.config.publicUrl || `${request.protocol}://${request.host}`
  await sendText(ctx, {
    mobile,
    text: `${ctx.actor.companyName}邀请您加入，请在${INVITATION_DAYS}日内打开链接确认：${base}/join/${token}`,
  })
}

function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOf(token) }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function record(ctx: Ctx, id: string, fact: { action: string; summary: string }): void {
  ctx.audit({ ...fact, entity: 'invitation', entityId: id })
}

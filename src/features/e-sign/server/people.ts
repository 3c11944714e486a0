import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { setSigner } from '#features/organisation/server/public.ts'
import { demandOwnCode, mobileOf } from '#features/passport/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { NULL } from '#server/database/records.ts'
import { implement, type Input, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as c from '../contract/people.ts'
import { type Person, PERSON, PersonState } from '../rules/status.ts'
import { REFUSALS } from '../rules/refusals.ts'
import { ANY, KEEPER, lockOpening, ownEmployee } from './access.ts'
import { demandOwnIdentity, identityOnFile, noteLookup, shownIdentity } from './identities.ts'
import { endPerson, type LiveRow } from './revoking.ts'
import { companyOpening, signersOf, standingOf } from './standing.ts'

type Ctx = Context<Employee>
type Raw = Input<unknown, unknown, unknown>['raw']

/** Event that somebody was asked to sign for a company. */
export const ASKED_EVENT = 'e-sign.asked'
/** Event that somebody has opened. */
export const PERSON_OPENED_EVENT = 'e-sign.person-opened'

export const peopleRoutes: readonly Route[] = [
  implement(c.signers, ANY, async (ctx) => {
    const rows = await signersOf(ctx, ctx.actor.companyId)
    return rows.map((row) => ({ ...row, openedAt: row.openedAt.toISOString() }))
  }),
  implement(c.employeePage, KEEPER, (ctx, { query }) => page(ctx, query)),
  implement(c.employeeExists, ANY, (ctx) => oneself(ctx)),
  implement(c.openEmployee, ANY, (ctx, { params, body, raw }) => open(ctx, params.id, { ...body, raw })),
  implement(c.changeAgentInfo, ANY, (ctx, { params, body, raw }) => change(ctx, params.id, { ...body, raw })),
  implement(c.revokeEmployee, ANY, (ctx, { params }) => revoke(ctx, params.id)),

  implement(c.agentInfo, { ...KEEPER, readOnly: false }, async (ctx, { params }) => {
    const employee = await ownEmployee(ctx, params.id)
    await noteLookup(ctx, employee.id)
    const { companyId } = ctx.actor
    return {
      employeeId: employee.id,
      name: employee.name,
      mobile: await maskedMobile(ctx, employee.userId),
      identity: shownIdentity(await identityOnFile(ctx, { companyId, employeeId: employee.id })),
    }
  }),

  implement(c.rightsCheck, ANY, async (ctx) => {
    const { companyId, userId } = ctx.actor
    const standing = await standingOf(ctx, { companyId, userId })
    return { ...standing, message: standing.reason === null ? '' : REFUSALS[standing.reason] }
  }),
]

/** An administrator asks a colleague; whoever was asked, and an administrator for itself, opens. */
async function open(
  ctx: Ctx,
  employeeId: string,
  { code, identityNumber, raw }: { code?: string | undefined; identityNumber?: string | undefined; raw: Raw },
): Promise<void> {
  const { companyId, userId, name: asker } = ctx.actor
  const { employee, live, subject } = await personAt(ctx, employeeId)
  const now = ctx.clock.now()
  if (!subject.who.isSelf) {
    PERSON.next('ask', subject)
    const id = ctx.newId()
    const asked = { askedBy: userId, askedByName: asker, askedAt: now }
    await ctx.insert('sign_employee', { id, ...rowOf(employee), state: 'asked', ...asked })
    record(ctx, id, { action: 'e-sign.ask', summary: `邀请${employee.name}开通个人签署` })
    ctx.emit({ kind: ASKED_EVENT, payload: { id }, topics: [`user:${employee.userId}`] })
    return
  }
  PERSON.next('open', subject)
  if (code === undefined || identityNumber === undefined)
    throw new AppError('invalid', '请填写验证码和身份证号', [{ path: 'code', message: '请输入6位验证码' }])
  await demandOwnCode(ctx, { code, raw })
  await demandOwnIdentity(ctx, { identity: identityNumber, userId, path: 'identityNumber' })
  const id = live?.id ?? ctx.newId()
  const opened = {
    name: employee.name,
    state: 'opened',
    openedAt: now,
    ...ctx.cipher.fields('sign_employee.identity', id, identityNumber),
  }
  if (live) await ctx.update('sign_employee', { id }, opened)
  else {
    const asked = { askedBy: userId, askedByName: asker, askedAt: now }
    await ctx.insert('sign_employee', { id, ...rowOf(employee), ...asked, ...opened })
  }
  await setSigner(ctx, { employeeId: employee.id, userId, isSigner: true })
  record(ctx, id, { action: 'e-sign.person', summary: `${employee.name}本人确认开通个人签署` })
  ctx.emit({ kind: PERSON_OPENED_EVENT, payload: { id }, topics: [`company:${companyId}`] })
}

async function change(
  ctx: Ctx,
  employeeId: string,
  { code, identityNumber, raw }: { code: string; identityNumber: string; raw: Raw },
): Promise<void> {
  const { live, subject } = await personAt(ctx, employeeId)
  PERSON.next('change', subject)
  await demandOwnCode(ctx, { code, raw })
  const { userId } = ctx.actor
  await demandOwnIdentity(ctx, { identity: identityNumber, userId, path: 'identityNumber' })
  const { id, name } = live!
  await ctx.update('sign_employee', { id }, ctx.cipher.fields('sign_employee.identity', id, identityNumber))
  record(ctx, id, { action: 'e-sign.identity', summary: `${name}修改了签署人身份信息` })
}

async function revoke(ctx: Ctx, employeeId: string): Promise<void> {
  const { live, subject } = await personAt(ctx, employeeId)
  const { isSelf } = subject.who
  const isDeclined = isSelf && live?.state === 'asked'
  PERSON.next(isDeclined ? 'decline' : 'revoke', subject)
  const reason = isDeclined ? '本人谢绝' : isSelf ? '本人放弃' : '管理员撤销'
  await endPerson(ctx, live!, { state: isDeclined ? 'declined' : 'revoked', reason, to: ctx.actor })
}

/** Somebody of the own company with how it stands, locked against others who decide on signing; `notFound` for strangers. */
async function personAt(ctx: Ctx, employeeId: string) {
  const { companyId, userId } = ctx.actor
  await lockOpening(ctx, companyId)
  const employee = await ownEmployee(ctx, employeeId)
  const live = await ctx.one('sign_employee', { employeeId, endedAt: NULL }, { lock: 'update' })
  const record = standing(live?.state, (await companyOpening(ctx, companyId)) !== undefined)
  const who = whoIs(ctx, employee.userId === userId)
  return { employee, live, subject: { record, who, now: ctx.clock.now().getTime() } }
}

function standing(state: string | null | undefined, isCompanyOpened: boolean): Person {
  return { state: (state ?? 'none') as Person['state'], obstacle: isCompanyOpened ? '' : REFUSALS.companyNotOpened }
}

function whoIs(ctx: Ctx, isSelf: boolean) {
  return { isAdmin: ctx.actor.rights.has(KEEPER.right), isSelf }
}

function rowOf({ id, userId, name, companyId }: Awaited<ReturnType<typeof ownEmployee>>) {
  return { companyId, employeeId: id, userId, name }
}

async function oneself(ctx: Ctx) {
  const { companyId, employeeId, userId } = ctx.actor
  const { name } = await ownEmployee(ctx, employeeId)
  const live = await ctx.one('sign_employee', { employeeId, endedAt: NULL })
  const isCompanyOpened = (await companyOpening(ctx, companyId)) !== undefined
  const record = standing(live?.state, isCompanyOpened)
  return {
    employeeId,
    name,
    mobile: await maskedMobile(ctx, userId),
    status: PersonState.values[record.state],
    isCompanyOpened,
    askedByName: live?.askedByName ?? '',
    identity: live ? identityOf(ctx, live) : '',
    openedAt: live?.openedAt?.toISOString() ?? null,
    actions: PERSON.allowed(record, whoIs(ctx, true), ctx.clock.now().getTime()),
  }
}

const TABS = {
  all: sql<boolean>`true`,
  '0': sql<boolean>`s.id is null`,
  '1': sql<boolean>`s.state = 'asked'`,
  '2': sql<boolean>`s.state = 'opened'`,
}

/** People in use of the own company, with how each stands. */
async function page(ctx: Ctx, query: { keyword?: string; status?: number; pageNo?: number; pageSize: number }) {
  const { keyword, status } = query
  const base = () =>
    ctx.tx
      .selectFrom('employee as e')
      .leftJoin('sign_employee as s', (j) =>
        j.onRef('s.tenantId', '=', 'e.tenantId').onRef('s.employeeId', '=', 'e.id').on('s.endedAt', 'is', null),
      )
      .where('e.tenantId', '=', ctx.tenantId)
      .where('e.companyId', '=', ctx.actor.companyId)
      .where('e.status', '=', 1)
      .where('e.deletedAt', 'is', null)
      .$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['e.name'])))
  const result = await listPage(ctx, {
    query: query as typeof query & { pageNo: number },
    list: { alias: 'e', keys: ['createdAt', 'id'], rows: base },
    tabs: TABS,
    tab: status === undefined ? 'all' : (String(status) as '0' | '1' | '2'),
    show: (page) =>
      base()
        .innerJoin(page, 'page.id', 'e.id')
        .innerJoin('app_user as u', 'u.id', 'e.userId')
        .select(['e.id as employeeId', 'e.userId', 'e.name', 'e.isAdmin', 'u.mobile'])
        .select(['s.id', 's.state', 's.identity', 's.askedAt', 's.openedAt']),
  })
  const isCompanyOpened = (await companyOpening(ctx, ctx.actor.companyId)) !== undefined
  const now = ctx.clock.now().getTime()
  return {
    ...result,
    rows: result.rows.map((row) => {
      const record = standing(row.state, isCompanyOpened)
      const isSelf = row.userId === ctx.actor.userId
      return {
        employeeId: row.employeeId,
        name: row.name,
        mobile: masked(mobileOf(ctx, { id: row.userId, mobile: row.mobile })),
        isAdmin: row.isAdmin,
        isSelf,
        status: PersonState.values[record.state],
        identity: row.id === null ? '' : identityOf(ctx, { id: row.id, identity: row.identity }),
        askedAt: row.askedAt?.toISOString() ?? null,
        openedAt: row.openedAt?.toISOString() ?? null,
        actions: PERSON.allowed(record, whoIs(ctx, isSelf), now),
      }
    }),
  }
}

function identityOf({ cipher }: Ctx, { id, identity }: Pick<LiveRow, 'id' | 'identity'>): string {
  return shownIdentity(cipher.open('sign_employee.identity', id, identity) ?? undefined)
}

async function maskedMobile(ctx: Ctx, userId: string): Promise<string> {
  const user = await ctx.expectOne('app_user', { id: userId }, { columns: ['id', 'mobile'] })
  return masked(mobileOf(ctx, user))
}

/** `138****0101`. */
function masked(mobile: string): string {
  return mobile === '' ? '' : `${mobile.slice(0, 3)}****${mobile.slice(-4)}`
}

function record(ctx: Context<Actor>, id: string, fact: { action: string; summary: string }): void {
  ctx.audit({ ...fact, entity: 'e-sign', entityId: id })
}

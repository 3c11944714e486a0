import type { Selectable } from 'kysely'
import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { DAY, HOUR } from '#contract/time.ts'
import { maskedAccount } from '#features/enterprise/rules/identifiers.ts'
import { amountFor, channelOf } from '#features/enterprise/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import { type Context, KeptRefusal } from '#server/context.ts'
import type { SignApplication } from '#server/database/tables.ts'
import { demandOwnFiles } from '#server/files/own-files.ts'
import { implement, type Route } from '#server/implement.ts'
import * as c from '../contract/company.ts'
import { AMOUNT_HOURS, AUDIT_OF, MOST_APPLICATIONS, MOST_TRIES } from '../rules/status.ts'
import { ANY, KEEPER, LETTER_USE, lockOpening, ownEmployee, recordOf } from './access.ts'
import { demandOwnIdentity, identityOnFile, shownIdentity } from './identities.ts'
import { openNow } from './opening.ts'
import { companyOpening } from './standing.ts'

type Ctx = Context<Employee>
type Bank = Pick<z.output<typeof c.openCompany.body>, 'bank' | 'branch' | 'accountNo'>

/** Event that a small amount is to be sent for an application. */
export const AMOUNT_EVENT = 'e-sign.amount'
/** Event that an application waits for the platform. */
export const SUBMITTED_EVENT = 'e-sign.audit.submitted'

export const applicationRoutes: readonly Route[] = [
  implement(c.companyExists, ANY, async (ctx) => {
    const opening = await companyOpening(ctx, ctx.actor.companyId)
    return { isOpened: opening !== undefined, openedAt: opening?.openedAt.toISOString() ?? null }
  }),

  implement(c.openCompany, KEEPER, async (ctx, { body }) => {
    if (!channelOf(ctx.config.mode)) throw new AppError('unavailable', '本平台尚未接入银行验证通道，请申请人工审核')
    const { bank, branch, accountNo } = body
    return apply(ctx, body, { bank, branch, accountNo })
  }),
  implement(c.applyForReview, KEEPER, (ctx, { body }) => apply(ctx, body, null)),
  implement(c.verifyAmount, KEEPER, (ctx, { body }) => verify(ctx, body.amount)),

  implement(c.latestAudit, KEEPER, async (ctx) => {
    const { companyId } = ctx.actor
    const { obstacle, ...company } = await recordOf(ctx, companyId)
    const opening = await companyOpening(ctx, companyId)
    const [row] = await ctx.many(
      'sign_application',
      { companyId, state: ['pending', 'passed', 'rejected'] },
      { orderBy: ['appliedAt desc', 'id desc'], limit: 1 },
    )
    const waits: 'none' | 'pending' | 'rejected' = row ? (row.state as 'pending' | 'rejected') : 'none'
    return {
      standing: opening ? ('opened' as const) : waits,
      openedAt: opening?.openedAt.toISOString() ?? null,
      company,
      obstacle,
      channel: channelOf(ctx.config.mode)?.kind ?? ('none' as const),
      latest: row ? shownApplication(ctx, row) : null,
    }
  }),
]

/** Stores an application of the own company, proven by an amount sent to `account`, without one by a review. */
async function apply(ctx: Ctx, body: z.output<typeof c.applyForReview.body>, account: Bank | null) {
  const { companyId, userId, name: applicant } = ctx.actor
  await lockOpening(ctx, companyId)
  if (await companyOpening(ctx, companyId)) throw new AppError('wrongState', '企业已开通电子签章')
  const { name, creditCode, legalPerson, obstacle } = await recordOf(ctx, companyId)
  if (obstacle) throw new AppError('wrongState', obstacle)
  const agent = await ownEmployee(ctx, body.agentEmployeeId)
  const identity = body.agentIdentity ?? (await identityOnFile(ctx, { companyId, employeeId: agent.id }))
  if (!identity) throw lacking('agentIdentity', '请填写经办人的身份证号')
  await demandOwnIdentity(ctx, { identity, userId: agent.userId, path: 'agentIdentity' })
  await demandOwnFiles(ctx, [body.letterId], { use: LETTER_USE, by: 'company', path: 'letterId' })
  await replacePending(ctx)
  const id = ctx.newId()
  const now = ctx.clock.now()
  await ctx.insert('sign_application', {
    id,
    companyId,
    proof: account ? 'bank' : 'review',
    companyName: name,
    creditCode,
    legalPerson,
    agentEmployeeId: agent.id,
    agentName: agent.name,
    ...ctx.cipher.fields('sign_application.agent_identity', id, identity),
    letterId: body.letterId,
    statement: body.statement,
    ...(account && {
      bank: account.bank,
      branch: account.branch,
      ...ctx.cipher.fields('sign_application.account_no', id, account.accountNo),
      expiresAt: new Date(now.getTime() + AMOUNT_HOURS * HOUR),
    }),
    appliedBy: userId,
    appliedByName: applicant,
    appliedAt: now,
  })
  record(ctx, id, {
    action: 'e-sign.apply',
    summary: account ? `申请开通电子签章，打款至 ${maskedAccount(account.accountNo)}` : '申请开通电子签章，由平台审核',
  })
  if (account) ctx.emit({ kind: AMOUNT_EVENT, payload: { applicationId: id, identity: ctx.actor.workbench } })
  else ctx.emit({ kind: SUBMITTED_EVENT, payload: { applicationId: id } })
  return { applicationId: id }
}

/** Makes room for a new application. The platform is not asked for what it looks at already, nor money sent without end. */
async function replacePending(ctx: Ctx): Promise<void> {
  const { companyId } = ctx.actor
  const now = ctx.clock.now()
  const pending = await ctx.one('sign_application', { companyId, state: 'pending' }, { lock: 'update' })
  if (pending?.proof === 'review') throw new AppError('conflict', '已有开通申请正在审核，请等待审核结果')
  if (pending) await ctx.update('sign_application', { id: pending.id }, { state: 'replaced', decidedAt: now })
  const recent = await ctx.many('sign_application', { companyId }, { columns: ['appliedAt'] })
  const since = now.getTime() - DAY
  if (recent.filter(({ appliedAt }) => appliedAt.getTime() > since).length >= MOST_APPLICATIONS)
    throw new AppError('tooMany', `一天内最多申请 ${MOST_APPLICATIONS} 次，请明天再试`)
}

/** Compares the amount named with the one sent. A wrong one counts, although the call is refused. */
async function verify(ctx: Ctx, amount: string): Promise<void> {
  const { companyId } = ctx.actor
  await lockOpening(ctx, companyId)
  const row = await ctx.one('sign_application', { companyId, state: 'pending', proof: 'bank' }, { lock: 'update' })
  if (!row) throw new AppError('wrongState', '没有等待验证金额的开通申请')
  const now = ctx.clock.now()
  if (row.expiresAt! <= now) throw new AppError('wrongState', '验证已过期，请重新申请打款或申请人工审核')
  if (amount === amountFor(amountKey(ctx), row.id)) {
    await openNow(ctx, row)
    return
  }
  const tries = row.tries + 1
  const isOver = tries >= MOST_TRIES
  const reason = '打款金额三次填写错误'
  await ctx.update(
    'sign_application',
    { id: row.id },
    { tries, ...(isOver && { state: 'rejected', reason, decidedAt: now }) },
  )
  if (isOver) record(ctx, row.id, { action: 'e-sign.reject', summary: `电子签章开通申请未通过：${reason}` })
  const message = isOver
    ? '金额不正确，本次申请未通过，请重新申请打款或申请人工审核'
    : `金额不正确，还可尝试${MOST_TRIES - tries}次`
  throw new KeptRefusal(new AppError('invalid', message, [{ path: 'amount', message }]))
}

/** The key of the amounts of applications. */
export function amountKey(ctx: Pick<Context<Actor | null>, 'key'>): Buffer {
  return ctx.key('e-sign amount')
}

/** An application as it is shown, numbers masked. */
export function shownApplication(ctx: Context<Actor | null>, row: Selectable<SignApplication>) {
  const { id, proof, state, tries, expiresAt, appliedAt, decidedAt } = row
  const accountNo = ctx.cipher.open('sign_application.account_no', id, row.accountNo) ?? ''
  return {
    applicationId: id,
    proof: proof as 'bank' | 'review',
    status: AUDIT_OF[state as keyof typeof AUDIT_OF],
    companyName: row.companyName,
    creditCode: row.creditCode,
    legalPerson: row.legalPerson,
    agentName: row.agentName,
    agentIdentity: shownIdentity(ctx.cipher.open('sign_application.agent_identity', id, row.agentIdentity)),
    statement: row.statement,
    bank: row.bank,
    branch: row.branch,
    accountNo: accountNo === '' ? '' : maskedAccount(accountNo),
    triesLeft: MOST_TRIES - tries,
    expiresAt: expiresAt?.toISOString() ?? null,
    reason: row.reason,
    appliedByName: row.appliedByName,
    appliedAt: appliedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }
}

function record(ctx: Ctx, id: string, fact: { action: string; summary: string }): void {
  ctx.audit({ ...fact, entity: 'e-sign', entityId: id })
}

function lacking(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}

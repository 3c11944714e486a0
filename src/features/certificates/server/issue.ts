import { AppError } from '#contract/errors.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import { confirmCount } from '#features/membership/server/public.ts'
import { inContext, type Kernel } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { enqueue, type Worker } from '#server/work/worker.ts'
import { REMINDERS } from '../rules/application.ts'
import { KINDS } from '../rules/kinds.ts'
import { type Any, type ApplicationRow, type CertificateRow, note, tell } from './access.ts'
import { authorityOf } from './authority.ts'
import { type Issued, StillAtIt, type ToCertify } from './authority-types.ts'
import { ASK_AGAIN, DUE_EVENT, ISSUE, OPENED } from './kinds.ts'
import { demandOwnKey } from './requests.ts'
import { revoke } from './revoke.ts'
import { keyInfoOf, namesCompany, readStrange, serialOf } from '../core/fields.ts'
import { readRequest } from '../core/request.ts'
import { fetchRevocations, verifyCertificate } from './verify.ts'
import { yearsAfter } from './local-ca.ts'

/** Asks the authority, and keeps what it issued; begun again anywhere, it gives one certificate. */
export const issuer: Worker = {
  kind: ISSUE,
  leaseMs: 60_000,
  attempts: 10,
  async run(kernel, { tenantId, subject }) {
    const scope = { tenantId, actor: null }
    const order = await inContext(kernel, { ...scope, readOnly: true }, (ctx) => orderOf(ctx, subject))
    if (!order) return
    const authority = authorityOf(kernel, tenantId)
    if (!authority) throw new AppError('wrongState', '平台尚未接入证书机构')
    const issued = await authority.issue(order).catch((error: unknown) => {
      if (error instanceof StillAtIt) return null
      throw error
    })
    if (!issued) return inContext(kernel, scope, (ctx) => askAgain(ctx, subject))
    const serial = await demandFits(kernel, tenantId, { order, issued, isDemo: authority.isDemo })
    const { isDemo } = authority
    await inContext(kernel, scope, (ctx) => keep(ctx, { applicationId: subject, order, issued, serial, isDemo }))
  },
  giveUp: (kernel, { tenantId, subject }, reason) =>
    inContext(kernel, { tenantId, actor: null }, async (ctx) => {
      const row = (await ctx.expectOne('ca_application', { id: subject }, { lock: 'update' })) as ApplicationRow
      if (row.state !== 'issuing') return
      await ctx.update('ca_application', { id: subject }, { state: 'pending', problem: reason })
      note(ctx, row, { action: 'problem', text: `证书机构未能签发：${reason}` })
      tell(ctx, row)
    }),
}

/** People of the authority look at papers, too. */
const ASK_MS = 10 * MINUTE

function askAgain(ctx: Any, applicationId: string): Promise<void> {
  const due = new Date(ctx.clock.now().getTime() + ASK_MS)
  return ctx.schedule(`${ASK_AGAIN}:${applicationId}`, due, { kind: ASK_AGAIN, payload: { applicationId } })
}

export const askedAgain: Subscriber = {
  name: 'certificates: ask an authority that needed time',
  kind: ASK_AGAIN,
  handle: (ctx, { payload }) => enqueue(ctx, ISSUE, String(payload.applicationId)),
}

/** What is asked for; undefined where the application does not wait for it any more. */
async function orderOf(ctx: Any, applicationId: string): Promise<ToCertify | undefined> {
  const row = (await ctx.one('ca_application', { id: applicationId })) as ApplicationRow | undefined
  if (row?.state !== 'issuing') return undefined
  const { kind, suite, request, companyName, creditCode, personName } = row
  const now = new Date(Math.floor(ctx.clock.now().getTime() / 1000) * 1000)
  const former = row.formerId ? await ctx.expectOne('certificate', { id: row.formerId }) : null
  // A renewal follows its certificate without a gap; other changes keep its end.
  const from = row.act === 'renew' && former!.untilAt > now ? former!.untilAt : now
  const until = row.years > 0 ? yearsAfter(from, row.years) : former!.untilAt
  if (until <= now) throw new AppError('wrongState', '原证书已到期，请申请人重新办理')
  return {
    // Handed in anew it is another order: what was refused once is not answered from memory.
    orderId: `${row.id}.${row.submittedAt!.getTime()}`,
    kind,
    suite,
    request: request!,
    publicKey: readRequest(request!).publicKey,
    holder: { companyName, creditCode, commonName: kind === 'enterprise' ? companyName : personName },
    from,
    until,
  }
}

/** Whatever an authority sends is looked at before anybody relies on it. Gives its serial number. */
async function demandFits(
  kernel: Kernel,
  tenantId: number,
  { order, issued, isDemo }: { order: ToCertify; issued: Issued; isDemo: boolean },
): Promise<string> {
  let cert: ReturnType<typeof readStrange>
  try {
    cert = readStrange(issued.der)
  } catch (cause) {
    throw new AppError('wrongState', '证书机构返回的不是证书', { cause: String(cause) })
  }
  if (!Buffer.from(keyInfoOf(cert)).equals(readRequest(order.request).keyInfo))
    throw new AppError('wrongState', '证书机构签发的证书与申请的密钥不符')
  if (!namesCompany(cert, order.holder.creditCode)) throw new AppError('wrongState', '证书机构签发的证书不属于申请企业')
  const serial = serialOf(cert)
  if (isDemo) return serial
  await fetchRevocations(kernel, tenantId, [{ der: issued.der, between: issued.chain }])
  const { verdict, reason } = await inContext(kernel, { tenantId, actor: null, readOnly: true }, (ctx) =>
    verifyCertificate(ctx, issued.der, { at: order.from, between: issued.chain }),
  )
  // A list that is not there yet keeps nobody from being issued a certificate; an authority that is not trusted does.
  if (!['good', 'unknown', 'notYetValid'].includes(verdict))
    throw new AppError('wrongState', `证书机构签发的证书不可用：${reason}`)
  return serial
}

async function keep(
  ctx: Any,
  given: { applicationId: string; order: ToCertify; issued: Issued; serial: string; isDemo: boolean },
): Promise<void> {
  const { applicationId, order, issued, serial, isDemo } = given
  const row = (await ctx.expectOne('ca_application', { id: applicationId }, { lock: 'update' })) as ApplicationRow
  if (row.state !== 'issuing') return
  await demandOwnKey(ctx, { ...row, keyHash: row.keyHash!, mayKeep: row.act === 'replace' ? null : row.formerId })
  const { validity } = readStrange(issued.der).parsed.tbsCertificate
  const id = ctx.newId()
  const { kind, medium, suite, years, price, companyName, creditCode, companyId } = row
  const from = validity.notBefore.getTime()
  const until = validity.notAfter.getTime()
  await ctx.insert('certificate', {
    id,
    companyId,
    applicationId: row.id,
    userId: kind === 'enterprise' ? null : row.userId,
    kind,
    medium,
    suite,
    years,
    price,
    companyName,
    creditCode,
    serial,
    isDemo,
    holder: order.holder.commonName,
    der: issued.der,
    chain: [...issued.chain],
    keyHash: row.keyHash!,
    fromAt: from,
    untilAt: until,
    issuedAt: ctx.clock.now(),
    formerId: row.formerId,
  })
  await ctx.update('ca_application', { id: row.id }, { state: 'opened', certificateId: id, problem: '' })
  if (row.useId) await confirmCount(ctx, row.useId)
  if (row.act === 'rename') await endFormer(ctx, row)
  await remind(ctx, id, until)
  note(ctx, row, { action: 'opened', text: `签发${KINDS[kind]} ${serial}` })
  tell(ctx, row)
  ctx.emit({ kind: OPENED, payload: { certificateId: id } })
}

/** What the new one says in its place no longer holds. */
async function endFormer(ctx: Any, { formerId, code }: ApplicationRow): Promise<void> {
  const former = (await ctx.expectOne('certificate', { id: formerId! }, { lock: 'update' })) as CertificateRow
  if (former.revokedAt === null)
    await revoke(ctx, former, { code: 'superseded', reason: `信息变更（申请 ${code}）`, by: '系统' })
}

async function remind(ctx: Any, certificateId: string, until: Date): Promise<void> {
  for (const days of REMINDERS) {
    const due = new Date(until.getTime() - days * DAY)
    if (due <= ctx.clock.now()) continue
    await ctx.schedule(`${DUE_EVENT}:${certificateId}:${days}`, due, {
      kind: DUE_EVENT,
      payload: { certificateId, days },
    })
  }
}

import { sql } from 'kysely'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { RawAnswer, RawRequest } from '#server/implement.ts'
import { PayStatus, PROVIDERS, type ProviderCode } from '../rules/enums.ts'
import { tenantOfNumber } from '../rules/numbers.ts'
import { type Notice, type PayProvider, Unauthentic } from '../rules/provider.ts'
import { providerOf } from './accounts.ts'
import { planUnclaimed } from './cases.ts'
import { lockOrder } from './records.ts'
import { concludeRefund } from './refunds.ts'
import { openCase, settle } from './settle.ts'
import { subAccountMoney } from './transfer-port.ts'

interface Told {
  tenantId: number
  body: Buffer
  headers: Readonly<Record<string, string | string[] | undefined>>
  ip: string
}

interface Judged {
  verdict: 'settled' | 'duplicate' | 'case' | 'kept' | 'ignored' | 'unknown' | 'unauthentic'
  reason: string
  paymentId: string | null
}

/** What a provider sends to its address, which names it and its tenant: `wechat`, or `wechat.3`. */
export async function receive(kernel: Kernel, request: RawRequest): Promise<RawAnswer> {
  const [code, tenant] = (request.params.provider ?? '').split('.')
  const isKnown = (PROVIDERS as readonly (string | undefined)[]).includes(code)
  const tenantId = tenant === undefined ? request.tenantId : Number(tenant)
  if (!isKnown || !Number.isSafeInteger(tenantId) || tenantId < 1 || tenantId > 99_999) return NOWHERE
  const { body, headers, ip } = request
  return take(kernel, code as ProviderCode, { tenantId, body, headers, ip })
}

const NOWHERE: RawAnswer = { status: 404, headers: { 'content-type': 'application/json' }, body: '{"code":"FAIL"}' }

/** The same, however it came. It is kept with what became of it, and answered behind the commit. */
export async function take(kernel: Kernel, code: ProviderCode, told: Told): Promise<RawAnswer> {
  const { tenantId, body, headers } = told
  const exists = await kernel.db.selectFrom('tenant').select('id').where('id', '=', tenantId).executeTakeFirst()
  const provider = exists && (await providerOf(kernel, tenantId, code))
  if (!provider) return NOWHERE
  const notice = readNotice(provider, { body, headers, now: kernel.clock.now() })
  if (notice instanceof Unauthentic) {
    const judged: Judged = { verdict: 'unauthentic', reason: notice.message, paymentId: null }
    await inContext(kernel, { tenantId, actor: null }, (ctx) => keep(ctx, provider, { told, notice: null, judged }))
    return provider.acknowledge(false, '验签失败')
  }
  const judged = await inContext(kernel, { tenantId, actor: null }, async (ctx) => {
    const outcome = await judge(ctx, provider, notice)
    await keep(ctx, provider, { told, notice, judged: outcome })
    return outcome
  })
  // What we do not know yet may be on its way: it is to be sent again.
  if (judged.verdict === 'unknown') return { ...provider.acknowledge(false, '付款单不存在'), status: 500 }
  return provider.acknowledge(true, '成功')
}

function readNotice(provider: PayProvider, given: { body: Buffer; headers: Told['headers']; now: Date }) {
  try {
    return provider.readNotice(given.body, given.headers, given.now)
  } catch (error) {
    return error instanceof Unauthentic ? error : new Unauthentic('the notice cannot be read')
  }
}

async function judge(ctx: Context<null>, provider: PayProvider, notice: Notice): Promise<Judged> {
  const { ourNo } = notice
  const account = await guaranteeAccount(ctx, notice)
  if (account && notice.kind === 'payment') {
    const verdict = await subAccountMoney().take(ctx, { account, evidence: notice.evidence })
    return { verdict, reason: 'to a guarantee account', paymentId: null }
  }
  if (tenantOfNumber(ourNo) !== ctx.tenantId) {
    // Transfers come without a reference, or with whatever the payer wrote.
    if (provider.code === 'remittance' && notice.kind === 'payment') return unidentified(ctx, notice)
    return { verdict: 'ignored', reason: 'the number is not one of this tenant', paymentId: null }
  }
  const payment = await ctx.one('payment', { code: ourNo, provider: provider.code }, { columns: ['id', 'status'] })
  if (!payment) return { verdict: 'unknown', reason: 'no such payment', paymentId: null }
  const paymentId = payment.id
  switch (notice.kind) {
    case 'other':
      return { verdict: 'ignored', reason: '', paymentId }
    case 'payment':
      return { verdict: await settle(ctx, paymentId, notice.evidence), reason: '', paymentId }
    case 'refund': {
      const refund = await ctx.one('refund', { code: notice.refundNo }, { columns: ['id', 'status'] })
      if (refund) {
        await concludeRefund(ctx, refund.id, notice.result)
        return { verdict: refund.status === 1 ? 'settled' : 'duplicate', reason: '', paymentId }
      }
      return foreignRefund(ctx, paymentId, notice)
    }
  }
}

/** The guarantee account that a transfer was paid to, whatever the payer wrote as its reference. */
function guaranteeAccount(ctx: Context<null>, notice: Notice) {
  const accountNo = notice.kind === 'payment' ? notice.evidence.accountNo : undefined
  return accountNo ? ctx.one('sub_account', { accountNo }) : undefined
}

/** A refund that we did not ask for: somebody made it at the provider. Its amount is kept as the reason. */
async function foreignRefund(
  ctx: Context<null>,
  paymentId: string,
  notice: Notice & { kind: 'refund' },
): Promise<Judged> {
  // Behind the lock that the payment's own notice takes: either it finds ours kept, or we find it settled.
  const { orderId } = await ctx.expectOne('payment', { id: paymentId }, { columns: ['orderId'] })
  const order = await lockOrder(ctx, orderId)
  const payment = await ctx.expectOne('payment', { id: paymentId })
  const kept = { reason: notice.amount, paymentId }
  if (payment.status !== PayStatus.values.success) return { verdict: 'kept', ...kept }
  const evidence = {
    providerNo: `${payment.providerNo}/${notice.id}`,
    amount: notice.amount,
    currency: 'CNY',
    at: null,
    source: 'notice' as const,
  }
  const opened = await openCase(ctx, { kind: 'foreign-refund', order, payment, evidence })
  return { verdict: opened ? 'case' : 'duplicate', ...kept }
}

/** A transfer that names nothing of ours: 不明来款. */
async function unidentified(ctx: Context<null>, { ourNo, evidence }: Notice & { kind: 'payment' }): Promise<Judged> {
  // By the account it was paid to: each payment has its own.
  const { rows } = await sql<{ id: string }>`select id from payment where tenant_id = ${ctx.tenantId}
    and provider = 'remittance' and begun->>'accountNo' = ${ourNo} limit 1`.execute(ctx.tx)
  const paymentId = rows[0]?.id
  if (paymentId) return { verdict: await settle(ctx, paymentId, evidence), reason: 'by its account', paymentId }
  const opened = await openCase(ctx, {
    kind: 'unidentified',
    evidence,
    provider: 'remittance',
    reference: ourNo.slice(0, 200),
  })
  if (opened) await planUnclaimed(ctx, opened)
  return { verdict: opened ? 'case' : 'duplicate', reason: 'no reference', paymentId: null }
}

async function keep(
  ctx: Context<null>,
  provider: PayProvider,
  { told, notice, judged }: { told: Told; notice: Notice | null; judged: Judged },
): Promise<void> {
  await ctx.insert('pay_notice', {
    id: ctx.newId(),
    provider: provider.code,
    noticeId: (notice?.id ?? '').slice(0, 200),
    kind: notice?.kind ?? '',
    at: ctx.clock.now(),
    ip: told.ip,
    headers: JSON.stringify(headersOf(told.headers)),
    body: told.body,
    verdict: judged.verdict,
    reason: judged.reason,
    ourNo: (notice?.ourNo ?? '').slice(0, 200),
    paymentId: judged.paymentId,
  })
}

/** What a signature needs, and nothing that a stranger may fill the table with. */
function headersOf(headers: Told['headers']): Record<string, string> {
  const names = Object.keys(headers).filter((name) => /^(wechatpay-|x-timestamp|x-signature|content-type)/.test(name))
  return Object.fromEntries(names.map((name) => [name, String(headers[name]).slice(0, 1000)]))
}

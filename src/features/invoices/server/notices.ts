import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { RawAnswer, RawRequest } from '#server/implement.ts'
import { type Headers, type Issuer, type IssuerNotice, Unauthentic } from '../rules/issuer.ts'
import { type Concluded, conclude, concludeRed } from './conclude.ts'
import { issuerOf } from './issuers.ts'

interface Told {
  tenantId: number
  body: Buffer
  headers: Headers
  ip: string
}

type Verdict = Concluded | 'unknown' | 'unauthentic'

/** What the issuer sends to its address, which names it and its tenant: `tax.3`. */
export function receive(kernel: Kernel, request: RawRequest): Promise<RawAnswer> {
  const [code = '', tenant] = (request.params.issuer ?? '').split('.')
  const tenantId = tenant === undefined ? request.tenantId : Number(tenant)
  if (!Number.isSafeInteger(tenantId) || tenantId < 1 || tenantId > 99_999)
    return Promise.resolve(answerOf(404, '地址不存在'))
  const { body, headers, ip } = request
  return take(kernel, code, { tenantId, body, headers, ip })
}

/** The same, however it came. It is kept with what became of it, and answered behind the commit. */
export async function take(kernel: Kernel, code: string, told: Told): Promise<RawAnswer> {
  const { tenantId, body, headers } = told
  const exists = await kernel.db.selectFrom('tenant').select('id').where('id', '=', tenantId).executeTakeFirst()
  const issuer = exists && issuerOf(kernel, tenantId)
  if (issuer?.code !== code) return answerOf(404, '地址不存在')
  const notice = readNotice(issuer, { body, headers, now: kernel.clock.now() })
  const verdict = await inContext(kernel, { tenantId, actor: null }, async (ctx) => {
    const outcome: Verdict = notice instanceof Unauthentic ? 'unauthentic' : await judge(ctx, notice)
    await keep(ctx, code, { told, notice, outcome })
    return outcome
  })
  if (verdict === 'unauthentic') return answerOf(401, '验签失败')
  // What we do not know yet may be on its way: it is to be sent again.
  return verdict === 'unknown' ? answerOf(500, '发票不存在') : answerOf(200, '成功')
}

function readNotice(issuer: Issuer, given: { body: Buffer; headers: Headers; now: Date }) {
  try {
    return issuer.readNotice(given.body, given.headers, given.now)
  } catch (error) {
    return error instanceof Unauthentic ? error : new Unauthentic('the notice cannot be read')
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function judge(ctx: Context<null>, { act, no, result }: IssuerNotice): Promise<Verdict> {
  if (!UUID.test(no)) return 'unknown'
  const table = act === 'issue' ? 'invoice' : 'invoice_red'
  if (!(await ctx.one(table, { id: no }, { columns: ['id'] }))) return 'unknown'
  return act === 'issue' ? conclude(ctx, no, result) : concludeRed(ctx, no, result)
}

async function keep(
  ctx: Context<null>,
  issuer: string,
  { told, notice, outcome }: { told: Told; notice: IssuerNotice | Unauthentic; outcome: Verdict },
): Promise<void> {
  const isRead = !(notice instanceof Unauthentic)
  await ctx.insert('invoice_notice', {
    id: ctx.newId(),
    issuer,
    noticeId: isRead ? notice.id.slice(0, 200) : '',
    at: ctx.clock.now(),
    ip: told.ip,
    headers: JSON.stringify(headersOf(told.headers)),
    body: told.body,
    verdict: outcome,
    reason: isRead ? '' : notice.message,
    ourNo: isRead ? notice.no.slice(0, 200) : '',
  })
}

/** What a signature needs, and nothing that a stranger may fill the table with. */
function headersOf(headers: Headers): Record<string, string> {
  const names = ['x-timestamp', 'x-signature', 'content-type'].filter((name) => headers[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, String(headers[name]).slice(0, 1000)]))
}

function answerOf(status: number, message: string): RawAnswer {
  const body = JSON.stringify({ ok: status === 200, message })
  return { status, headers: { 'content-type': 'application/json' }, body }
}

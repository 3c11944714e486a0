import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import { DAY } from '#contract/time.ts'
import type { Context, Kernel } from '#server/context.ts'
import { fromCents, toCents } from '../../rules/numbers.ts'
import { type Fields, isSigned, lineOf, signFields, timeOf } from '../providers/unionpay-message.ts'
import { gatewayKeys } from './keys.ts'
import type { Transport } from '../../rules/provider.ts'
import { FORGED, type GatewaySide } from './side.ts'
import { addRefund, feeOf, findTrade, movementsOf, openTrade } from './trades.ts'
import { gatewayCertificates } from './unionpay-certificates.ts'

const PROVIDER = 'unionpay'
const CNY = '156'

/** UnionPay's gateway: a signed form, an answer signed under the certificate that it carries. */
export const unionpay: GatewaySide = {
  async answer(kernel, { tenantId, path, body, within }): ReturnType<Transport> {
    const { merchant } = await gatewayKeys(kernel, tenantId, PROVIDER)
    const asked: Fields = Object.fromEntries(new URLSearchParams(body))
    const answer = isSigned(asked, merchant.publicKey)
      ? await within((ctx) => act(ctx, path, asked))
      : { respCode: '11', respMsg: '验签失败[9100004]' }
    const { signature: _, certId: __, ...echo } = asked
    const signed = await signedAs(kernel, tenantId, { ...echo, ...answer })
    const text = Object.entries(signed).map(([name, value]) => `${name}=${value}`)
    return { status: 200, headers: { 'content-type': 'text/html;charset=UTF-8' }, body: text.join('&') }
  },
  async notice(kernel, { tenantId, body: how, trade, refund, now }) {
    const isDone = !refund || refund.state === 'SUCCESS'
    const at = refund?.at ?? trade.paidAt ?? now
    const signed = await signedAs(kernel, tenantId, {
      ...merchantOf(tenantId),
      txnType: refund ? '04' : '01',
      txnSubType: refund ? '00' : '07',
      orderId: refund?.refundNo ?? trade.ourNo,
      queryId: refund?.ourNo ?? trade.providerNo,
      ...(refund && { origQryId: trade.providerNo, reqReserved: trade.ourNo }),
      txnAmt: String(toCents(refund?.amount ?? trade.paidAmount!)),
      currencyCode: CNY,
      txnTime: timeOf(refund?.at ?? trade.createdAt),
      traceTime: timeOf(at).slice(4),
      respCode: isDone ? '00' : '01',
      respMsg: isDone ? 'success' : '退货失败，原账户异常',
    })
    const sent = how === FORGED ? { ...signed, txnAmt: '1' } : signed
    const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
    return { body: new URLSearchParams(sent).toString(), headers }
  },
  isReceived: ({ status }) => status === 200,
}

/** The merchant that a tenant is at the gateway. */
export function merchantOf(tenantId: number) {
  return { merId: `7772900${String(tenantId).padStart(8, '0')}` }
}

async function signedAs(kernel: Kernel, tenantId: number, fields: Fields): Promise<Fields> {
  const { platform } = await gatewayKeys(kernel, tenantId, PROVIDER)
  const { platform: certificate } = await gatewayCertificates(kernel, tenantId)
  const named = { version: '5.1.0', encoding: 'UTF-8', signMethod: '01', signPubKeyCert: certificate }
  return signFields({ ...fields, ...named }, platform.privateKey)
}

async function act(ctx: Context<null>, path: string, asked: Fields): Promise<Fields> {
  const good = { respCode: '00', respMsg: '成功[0000000]' }
  const { orderId: ourNo = '', txnAmt = '0' } = asked
  if (path === '/files/') return fileOf(ctx, asked.settleDate ?? '')
  if (path === '/gateway/api/queryTrans.do') {
    const trade = await findTrade(ctx, PROVIDER, { ourNo })
    const refund = await ctx.one('gateway_refund', { provider: PROVIDER, refundNo: ourNo })
    // As at the real one: nobody has scanned the code, so there is no transaction.
    const isKnown = refund ?? (trade?.state === 'SUCCESS' ? trade : null)
    if (!isKnown) return { respCode: '34', respMsg: '查询交易不存在[2600000]' }
    const isDone = isKnown.state === 'SUCCESS'
    return {
      ...good,
      origRespCode: isDone ? '00' : '01',
      origRespMsg: isDone ? '成功[0000000]' : '退货失败，原账户异常',
      queryId: refund ? refund.ourNo : trade!.providerNo,
      txnAmt: String(toCents(refund ? refund.amount : trade!.paidAmount!)),
      currencyCode: CNY,
      traceTime: timeOf(refund ? refund.at : trade!.paidAt!).slice(4),
    }
  }
  if (asked.txnType === '01') {
    const { id } = await openTrade(ctx, PROVIDER, {
      ourNo,
      title: '银联二维码支付',
      amount: fromCents(Number(txnAmt)),
      notifyUrl: asked.backUrl ?? '',
    })
    return { ...good, qrCode: `https://qr.95516.com/local/${id}` }
  }
  if (asked.txnType === '04') {
    const given = { refundNo: ourNo, amount: fromCents(Number(txnAmt)), providerNo: asked.origQryId ?? '' }
    const refund = await addRefund(ctx, PROVIDER, given)
    if ('refused' in refund) return { respCode: '63', respMsg: `${refund.refused}[2010002]` }
    return { ...good, queryId: refund.ourNo }
  }
  return { respCode: '10', respMsg: '报文格式错误[5100030]' }
}

/** The archive of a settlement day, from 23:00 of the day before, deflated and in Base64 as UnionPay hands it out. */
async function fileOf(ctx: Context<null>, settleDate: string): Promise<Fields> {
  const day = dayOf(settleDate, ctx.clock.now())
  const planned = await ctx.one('gateway_bill', { provider: PROVIDER, day }, { columns: ['missing'] })
  if (planned?.missing) return { respCode: '98', respMsg: '文件不存在[6100030]' }
  const lines = (await movementsOf(ctx, PROVIDER, day)).map(({ isRefund, ourNo, no, amount, at }) =>
    lineOf({
      1: isRefund ? 'S30' : 'S22',
      5: timeOf(at).slice(4),
      7: String(toCents(amount)).padStart(12, '0'),
      10: no,
      12: ourNo,
      16: `${isRefund ? 'C' : 'D'}${String(toCents(feeOf(amount))).padStart(12, '0')}`,
      20: isRefund ? '04' : '01',
      21: isRefund ? '00' : '07',
      22: '000000',
    }),
  )
  const { default: yazl } = await import('yazl')
  const zip = new yazl.ZipFile()
  zip.addBuffer(
    Buffer.from(lines.map((line) => `${line}\r\n`).join('')),
    `INN${day.replaceAll('-', '').slice(2)}88ZM_local`,
  )
  zip.end()
  const content = deflateSync(await buffer(zip.outputStream)).toString('base64')
  return { respCode: '00', respMsg: '成功[0000000]', fileName: `local_${settleDate}.zip`, fileContent: content }
}

/** `MMDD` is of the year that lies behind us. */
function dayOf(settleDate: string, now: Date): string {
  const year = Number(timeOf(now).slice(0, 4))
  const day = (of: number) => `${of}-${settleDate.slice(0, 2)}-${settleDate.slice(2, 4)}`
  return new Date(`${day(year)}T00:00:00+08:00`).getTime() > now.getTime() + DAY ? day(year - 1) : day(year)
}

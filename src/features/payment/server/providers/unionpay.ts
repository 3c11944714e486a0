import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { fromCents, toCents } from '../../rules/numbers.ts'
import {
  type BillLine,
  type Evidence,
  type PayProvider,
  type RefundState,
  type Transport,
  Unauthentic,
} from '../../rules/provider.ts'
import { filesOf, MOST_BYTES } from './archive.ts'
import { columnsOf, distrust, type Fields, isSigned, readAnswer, signFields, timeOf } from './unionpay-message.ts'

/** A merchant at UnionPay. Keys and certificates are PEM. */
export interface UnionpayAccount {
  /** Address of the gateway, e.g. `https://gateway.95516.com`. */
  base: string
  /** Where the day's files are, e.g. `https://filedownload.95516.com`. */
  files: string
  merId: string
  /** Serial number of the merchant's certificate, in decimal digits. */
  certId: string
  privateKey: string
  /** UnionPay's root and intermediate certificates. */
  trusted: readonly string[]
}

const CNY = '156'
const DONE = '00'
/** Taken; its outcome is to be asked for. */
const RUNNING = ['03', '04', '05']
const UNKNOWN = '34'
const NO_FILE = '98'

/**
 * UnionPay's online gateway, version 5.1.0: a code that every bank's app and 云闪付 scan
 * (https://open.unionpay.com/tjweb/acproduct/list?apiservId=468). It knows a transaction by our number and the instant that
 * we made it at. A code cannot be closed: it ends by itself.
 */
export function unionpayProvider(account: UnionpayAccount, transport: Transport, now: () => Date): PayProvider {
  const ask = async (url: string, given: Fields): Promise<Fields> => {
    const fields = signFields(
      {
        version: '5.1.0',
        encoding: 'UTF-8',
        signMethod: '01',
        certId: account.certId,
        merId: account.merId,
        accessType: '0',
        bizType: '000000',
        ...given,
      },
      account.privateKey,
    )
    const answer = await transport(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
      body: new URLSearchParams(fields).toString(),
    })
    if (answer.status !== 200) throw new Error(`UnionPay answered ${answer.status}`)
    const answered = readAnswer(answer.body)
    const doubt = doubtOf(account, answered, now())
    if (doubt) throw new Error(`UnionPay’s answer: ${doubt}`)
    return answered
  }
  const act = (given: Fields) => ask(`${account.base}/gateway/api/backTransReq.do`, { channelType: '08', ...given })
  const find = (orderId: string, madeAt: Date) =>
    ask(`${account.base}/gateway/api/queryTrans.do`, {
      txnType: '00',
      txnSubType: '00',
      orderId,
      txnTime: timeOf(madeAt),
    })
  const queryRefund = async (code: string, madeAt: Date): Promise<RefundState> => {
    const found = await find(code, madeAt)
    if (found.respCode === UNKNOWN) return { state: 'unknown', no: '' }
    if (found.respCode !== DONE) throw new Error(`UnionPay: ${found.respCode} ${found.respMsg ?? ''}`)
    return refundState(found.origRespCode, { no: found.queryId ?? '', text: found.origRespMsg })
  }
  return {
    code: 'unionpay',
    async begin({ code, amount, expiresAt, madeAt, notifyUrl }) {
      const answer = await act({
        ...orderOf(code, madeAt, amount),
        txnType: '01',
        txnSubType: '07',
        payTimeout: timeOf(expiresAt),
        backUrl: notifyUrl,
      })
      if (answer.respCode !== DONE || !answer.qrCode)
        throw new Error(`UnionPay: ${answer.respCode} ${answer.respMsg ?? ''}`)
      return { kind: 'qr', content: answer.qrCode }
    },
    async query(code, madeAt) {
      const found = await find(code, madeAt)
      // A code that nobody has scanned makes no transaction yet.
      if (found.respCode === UNKNOWN) return { state: 'unpaid' }
      if (found.respCode !== DONE) throw new Error(`UnionPay: ${found.respCode} ${found.respMsg ?? ''}`)
      if (found.origRespCode !== DONE) return { state: 'unpaid' }
      return { state: 'paid', evidence: evidenceOf(found, 'query') }
    },
    close: () => Promise.resolve(),
    async refund({ code, paymentCode, providerNo, amount, madeAt, notifyUrl }) {
      // Asked for again, UnionPay would refuse what it has done: it is asked what became of it first.
      const known = await queryRefund(code, madeAt)
      if (known.state !== 'unknown') return known
      const answer = await act({
        ...orderOf(code, madeAt, amount),
        txnType: '04',
        txnSubType: '00',
        origQryId: providerNo,
        // Comes back in the notice, which names the payment by UnionPay's number only.
        reqReserved: paymentCode,
        backUrl: notifyUrl,
      })
      // Taken is not done: banks give money back within days.
      const outcome = answer.respCode === DONE ? RUNNING[0] : answer.respCode
      return refundState(outcome, { no: answer.queryId ?? '', text: answer.respMsg })
    },
    async bill(day) {
      const answer = await ask(`${account.files}/`, {
        txnType: '76',
        txnSubType: '01',
        fileType: '00',
        settleDate: day.slice(5).replace('-', ''),
        txnTime: timeOf(now()),
      })
      if (answer.respCode === NO_FILE) return null
      if (answer.respCode !== DONE || !answer.fileContent)
        throw new Error(`UnionPay: ${answer.respCode} ${answer.respMsg ?? ''}`)
      const bytes = inflateSync(Buffer.from(answer.fileContent, 'base64'), { maxOutputLength: MOST_BYTES })
      return linesOf(bytes)
    },
    readNotice(body) {
      const fields = Object.fromEntries(new URLSearchParams(body.toString('utf8')))
      const doubt = doubtOf(account, fields, now())
      if (doubt) throw new Unauthentic(doubt)
      if (fields.merId !== account.merId) throw new Unauthentic('the notice is of another merchant')
      // Notices have no number: told again, the same words are the same notice.
      const id = createHash('sha256').update(signedPart(fields)).digest('hex').slice(0, 32)
      const ourNo = fields.orderId ?? ''
      if (fields.txnType === '01' && fields.respCode === DONE)
        return { id, kind: 'payment', ourNo, evidence: evidenceOf(fields, 'notice') }
      if (fields.txnType === '04') {
        const result = refundState(fields.respCode, { no: fields.queryId ?? '', text: fields.respMsg })
        const amount = fromCents(Number(fields.txnAmt))
        return { id, kind: 'refund', ourNo: fields.reqReserved ?? '', refundNo: ourNo, amount, result }
      }
      return { id, kind: 'other', ourNo }
    },
    acknowledge: (accepted) => ({
      status: accepted ? 200 : 401,
      headers: { 'content-type': 'text/plain' },
      body: accepted ? 'ok' : 'fail',
    }),
  }
}

function orderOf(orderId: string, madeAt: Date, amount: string): Fields {
  return { orderId, txnTime: timeOf(madeAt), txnAmt: String(toCents(amount)), currencyCode: CNY }
}

/** Why fields are not UnionPay's; null where they are. */
function doubtOf({ trusted }: UnionpayAccount, fields: Fields, now: Date): string | null {
  const certificate = fields.signPubKeyCert ?? ''
  const doubt = distrust(certificate, trusted, now)
  if (doubt) return doubt
  return isSigned(fields, certificate) ? null : 'the signature does not verify'
}

function signedPart({ orderId, queryId, txnType, respCode, txnAmt }: Fields): string {
  return [orderId, queryId, txnType, respCode, txnAmt].join('|')
}

function evidenceOf(fields: Fields, source: 'notice' | 'query'): Evidence {
  return {
    providerNo: fields.queryId ?? '',
    amount: fromCents(Number(fields.txnAmt)),
    currency: fields.currencyCode === CNY ? 'CNY' : (fields.currencyCode ?? ''),
    at: paidAt(fields),
    source,
  }
}

/** UnionPay tells when it was paid without the year: that of our own instant, or the one behind it. */
function paidAt({ txnTime = '', traceTime = '' }: Fields): Date | null {
  if (!/^\d{14}$/.test(txnTime) || !/^\d{10}$/.test(traceTime)) return null
  const year = Number(txnTime.slice(0, 4)) + (traceTime.slice(0, 2) < txnTime.slice(4, 6) ? 1 : 0)
  const [month, day, hour, minute, second] = traceTime.match(/\d\d/g)!
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+08:00`)
}

function refundState(code: string | undefined, { no, text }: { no: string; text: string | undefined }): RefundState {
  if (code === DONE) return { state: 'success', no }
  if (RUNNING.includes(code ?? '')) return { state: 'running', no }
  return { state: 'failed', no: '', reason: text ?? code ?? '' }
}

/** Lines of a settlement day: of its archive, the table of single transactions (`INN…ZM_…`). */
async function linesOf(archive: Buffer): Promise<BillLine[]> {
  for await (const { name, content } of filesOf(archive)) {
    if (!/INN\d{6}\d*ZM_/.test(name)) continue
    const lines = content.toString('latin1').split(/\r?\n/)
    return lines.filter((line) => line.trim() !== '').flatMap(readLine)
  }
  throw new Error('the archive has no table of transactions')
}

function readLine(line: string): BillLine[] {
  const column = columnsOf(line)
  const kind = { '01': 'payment', '04': 'refund' }[column(20)] as BillLine['kind'] | undefined
  if (!kind) return []
  // What the merchant pays is a debit, `D`; what it gets back a credit, `C`.
  const fee = column(16)
  return [
    {
      kind,
      ourNo: column(12),
      providerNo: column(10),
      amount: fromCents(Number(column(7))),
      fee: `${fee.startsWith('C') && Number(fee.slice(1)) > 0 ? '-' : ''}${fromCents(Number(fee.slice(1)))}`,
      isSuccess: true,
    },
  ]
}

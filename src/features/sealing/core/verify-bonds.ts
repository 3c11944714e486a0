import { check, demand } from './check.ts'
import type { Check } from './check.ts'
import { type ArchivedFact, verifyFacts } from './verify-record.ts'

export const BONDS_TYPE = 'kaibiao.bonds/1'

/** What an archive keeps of the bonds of an order. Amounts in yuan, at most two decimals; days are Beijing days. */
export interface BondRecord {
  type: typeof BONDS_TYPE
  orderId: string
  /** Demanded of each bidder. */
  amount: string
  bidEnd: string | null
  terms: { onFault: 'warn' | 'block'; daysBefore: number; forms: string[] }
  recorded: RecordedBond[]
  decisions: { trade_id: string; accepted: boolean; fault: string; reason: string }[]
  /** How each participant's bond was held to stand; null where quotes were never opened. */
  standings: { tradeId: string; supplier: string; standing: Standing | null }[]
  /** Bidders who were publicised as candidates, or won. */
  candidates: string[]
  /** The tenant's audit records of these bonds. */
  facts: ArchivedFact[]
}

interface RecordedBond {
  trade_id: string
  amount: string
  form: string
  paid_on: string
  paid_recorded_at: string
  refunded_on: string | null
  interest: string | null
  rate: string | null
  kept_reason: string
}

interface Standing {
  state: string
  isFault: boolean
  isLateRecord: boolean
}

/**
 * Checks the bonds of an archive by nothing but the archive: the audit records of them, each entry against them, each
 * standing against the documents' terms, interest, and that nobody was recommended whose bond the documents exclude.
 */
export async function verifyBonds(record: BondRecord): Promise<Check[]> {
  const audit = await verifyFacts(record.facts)
  return [
    { ...audit, id: 'bond-facts', title: '保证金的审计记录' },
    await check('bond-entries', '保证金登记', () => checkEntries(record)),
    await check('bond-standings', '保证金认定', () => checkStandings(record)),
    await check('bond-interest', '保证金利息', () => checkInterest(record)),
    await check('bond-candidates', '候选人的保证金', () => checkCandidates(record)),
  ]
}

/** What an audit record of a bond holds; which of it depends on its kind. */
interface Data {
  tradeId?: string
  amount?: string
  form?: string
  paidOn?: string
  refundedOn?: string
}

/** Every entry must be what was recorded when it was made, and nothing recorded may be missing. */
function checkEntries({ recorded, decisions, facts, ...record }: BondRecord): string {
  const made = facts.map(({ body }) => JSON.parse(body) as { action?: string; data?: unknown })
  const of = (action: string) => made.filter((fact) => fact.action === action).map(({ data }) => data as Data)
  const nameOf = namesOf(record)
  const paid = of('bond.paid')
  demand(paid.length === recorded.length, `审计记录有 ${paid.length} 笔到账，归档 ${recorded.length} 笔`)
  for (const bond of recorded) {
    const name = nameOf(bond.trade_id)
    const fact = paid.find(({ tradeId }) => tradeId === bond.trade_id)
    const form = fact?.form ?? 'transfer'
    demand(
      fact !== undefined &&
        cents(fact.amount ?? null) === cents(bond.amount) &&
        fact.paidOn === bond.paid_on &&
        form === bond.form,
      `${name}的到账登记与审计记录不一致`,
    )
    const refund = of('bond.refunded').find(({ tradeId }) => tradeId === bond.trade_id)
    demand((refund?.refundedOn ?? null) === bond.refunded_on, `${name}的退还登记与审计记录不一致`)
    demand(
      of('bond.kept').some(({ tradeId }) => tradeId === bond.trade_id) === (bond.kept_reason !== ''),
      `${name}的不予退还登记与审计记录不一致`,
    )
  }
  const decided = of('bond.decided').flatMap((data) => data as unknown as { tradeId: string; accepted: boolean }[])
  demand(decided.length === decisions.length, '评标委员会的认定与审计记录不一致')
  for (const { trade_id: id, accepted } of decisions)
    demand(
      decided.some((one) => one.tradeId === id && one.accepted === accepted),
      `评标委员会对${nameOf(id)}的认定与审计记录不一致`,
    )
  return `${recorded.length} 笔登记、${decisions.length} 项认定与审计记录一致`
}

function checkStandings(record: BondRecord): string {
  const judged = record.standings.flatMap(({ standing, ...one }) => (standing ? [{ ...one, standing }] : []))
  for (const { tradeId, supplier, standing } of judged) {
    const own = standingOf(record, tradeId)
    demand(
      own.state === standing.state && own.isFault === standing.isFault && own.isLateRecord === standing.isLateRecord,
      `${supplier}的保证金按采购文件应认定为“${STATES[own.state]}”，归档为“${STATES[standing.state as State] ?? standing.state}”`,
    )
  }
  return judged.length === 0 ? '未开启报价，无须认定' : `${judged.length} 家按采购文件重新认定，结果一致`
}

function checkInterest(record: BondRecord): string {
  const refunded = record.recorded.filter((bond) => bond.refunded_on !== null)
  const nameOf = namesOf(record)
  for (const bond of refunded)
    demand(
      cents(bond.interest) === interestOf(bond),
      `${nameOf(bond.trade_id)}的利息应为 ${inYuan(interestOf(bond))} 元，归档为 ${bond.interest} 元`,
    )
  return refunded.length === 0 ? '没有退还的保证金' : `${refunded.length} 笔重新计算，结果一致`
}

function checkCandidates(record: BondRecord): string {
  const { candidates, decisions, standings, terms } = record
  if (terms.onFault !== 'block') return '采购文件未将保证金规定为否决事项'
  const nameOf = namesOf({ standings })
  for (const tradeId of candidates) {
    const isAccepted = decisions.some((one) => one.trade_id === tradeId && one.accepted)
    demand(
      isAccepted || !standingOf(record, tradeId).isFault,
      `${nameOf(tradeId)}的保证金不符合采购文件，且未经评标委员会接受，不应列为候选人`,
    )
  }
  return `${candidates.length} 名候选人的保证金均符合采购文件，或经评标委员会接受`
}

const STATES = {
  notRequired: '无需缴纳',
  unrecorded: '未登记',
  short: '金额不足',
  late: '逾期到账',
  form: '形式不符',
  paid: '足额到账',
  guarantee: '保函有效',
} as const
type State = keyof typeof STATES
const FAULTS: ReadonlySet<State> = new Set(['unrecorded', 'short', 'late', 'form'])

/** Judged anew: written independently of what the platform judges with. */
function standingOf({ amount, bidEnd, terms, recorded }: BondRecord, tradeId: string): Standing & { state: State } {
  const bond = recorded.find((one) => one.trade_id === tradeId)
  const state = (): State => {
    if (cents(amount) === 0n) return 'notRequired'
    if (!bond) return 'unrecorded'
    if (cents(bond.amount) < cents(amount)) return 'short'
    if (bidEnd !== null && bond.paid_on > beijingDay(instant(bidEnd) - terms.daysBefore * DAY)) return 'late'
    if (!terms.forms.includes(bond.form)) return 'form'
    return bond.form === 'guarantee' ? 'guarantee' : 'paid'
  }
  const found = state()
  const isLateRecord = bond !== undefined && bidEnd !== null && instant(bond.paid_recorded_at) > instant(bidEnd)
  return { state: found, isFault: FAULTS.has(found), isLateRecord }
}

const DAY = 86_400_000

/** Principal × rate (percent a year) × days / 365, half up, in cents. */
function interestOf({ amount, rate, paid_on: from, refunded_on: to }: RecordedBond): bigint {
  const days = BigInt(Math.max(0, Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY)))
  const [whole = '0', part = ''] = (rate ?? '0').split('.')
  const scaled = BigInt(whole + part.padEnd(6, '0').slice(0, 6))
  const over = 36_500n * 10n ** 6n
  return (2n * cents(amount) * scaled * days + over) / (2n * over)
}

function cents(amount: string | null): bigint {
  const [whole = '', part = ''] = (amount ?? '0').split('.')
  demand(/^\d+$/.test(whole) && /^\d*$/.test(part), `金额 ${amount} 的格式不正确`)
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0').slice(0, 2))
}

/** Epoch ms. What is no time is neither before nor after another: it must not pass for one in order. */
function instant(text: string): number {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) ? Date.parse(text) : Number.NaN
  demand(Number.isFinite(at), `时间 ${text} 的格式不正确`)
  return at
}

function inYuan(value: bigint): string {
  return `${value / 100n}.${String(value % 100n).padStart(2, '0')}`
}

function beijingDay(at: number): string {
  return new Date(at + 8 * 3_600_000).toISOString().slice(0, 10)
}

function namesOf({ standings }: Pick<BondRecord, 'standings'>): (tradeId: string) => string {
  return (tradeId) => standings.find((one) => one.tradeId === tradeId)?.supplier ?? '未知投标人'
}

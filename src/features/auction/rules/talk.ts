import { Exact, formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { statusTable } from '#contract/transition.ts'

/** What becomes of a talk about the price. */
export const TALK_STATES = { open: '议价中', agreed: '已达成一致', failed: '未达成一致' } as const
export type TalkState = keyof typeof TALK_STATES

export const TALK_ENTRIES = {
  open: '发起议价',
  ask: '邀请报价',
  offer: '报价',
  refuse: '谢绝报价',
  message: '留言',
  agree: '达成一致',
  fail: '结束议价',
} as const
export type TalkEntryKind = keyof typeof TALK_ENTRIES

export type TalkAction = 'ask' | 'say' | 'agree' | 'fail' | 'offer' | 'refuse'

/** What the table looks at. Prices are decimal strings in yuan, times epoch ms. */
export interface TalkFacts {
  state: TalkState
  startPrice: string
  /** The lowest that the supplier has named. */
  price: string
  /** The last box for an offer as long as nobody has answered it, open or lapsed; `price` is what the buyer wishes. */
  box: { until: number; price: string | null } | null
}

export interface TalkWho {
  part: 'host' | 'supplier'
}

const host = ({ part }: TalkWho) => part === 'host'
const supplier = ({ part }: TalkWho) => part === 'supplier'
const noBox = ({ box }: TalkFacts, now: number) =>
  box !== null && now < box.until ? '供应商尚未答复本次报价邀请，答复或期限届满后方可操作' : true

/** What either side may do in a talk, and how it ends. */
export const TALK_STATUS = statusTable<TalkState, TalkAction, TalkFacts, TalkWho>(
  (talk) => talk.state,
  [
    { action: 'ask', label: '邀请报价', from: ['open'], who: host, primary: true, guard: noBox },
    {
      action: 'agree',
      label: '达成一致',
      from: ['open'],
      to: 'agreed',
      who: host,
      guard: (talk, now) => (new Exact(talk.price).lt(talk.startPrice) ? noBox(talk, now) : '供应商尚未降价'),
    },
    { action: 'fail', label: '未达成一致，结束', from: ['open'], to: 'failed', who: host, danger: true, guard: noBox },
    { action: 'say', label: '留言', from: ['open'], who: () => true },
    { action: 'offer', label: '提交报价', from: ['open'], who: supplier, primary: true, guard: hasBox },
    { action: 'refuse', label: '谢绝报价', from: ['open'], who: supplier, guard: hasBox },
  ],
)

function hasBox({ box }: TalkFacts, now: number): true | string {
  if (box === null) return '采购方尚未发出报价邀请'
  return now < box.until ? true : `答复期限已于 ${formatTime(new Date(box.until), true)} 届满`
}

/** Why a price cannot be taken, or be wished for: it only falls. Null: it can. */
export function priceProblem(price: string, { price: lowest }: Pick<TalkFacts, 'price'>): string | null {
  return new Exact(price).lt(lowest) ? null : `只可下调，须低于当前价格 ${formatAmount(lowest)} 元`
}

/** Somebody of the ranking, and what became of the talk with it. */
export interface Ranked {
  rank: number
  talk: TalkState | null
}

/**
 * With whom the next talk is held: the first, and another only once the one before has failed. A string: why nobody.
 */
export function nextInTalk<R extends Ranked>(ranking: readonly R[]): R | string {
  for (const one of ranking.toSorted((a, b) => a.rank - b.rank)) {
    if (one.talk === null) return one
    if (one.talk === 'open') return '议价进行中'
    if (one.talk === 'agreed') return '已达成一致，请确定成交人'
  }
  return '与各名次均未达成一致，请按竞价排名确定成交人'
}

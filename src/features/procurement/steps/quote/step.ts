import { isBefore, type OrderWho, step } from '../../engine/step.ts'
import { TradeStatus } from '../../rules/enums.ts'

declare module '../../engine/step.ts' {
  interface OrderFacts {
    /** Rounds of quotes: a further one is open, or the last has been. */
    round?: 'open' | 'last' | undefined
    /** It was given more time once, because too few offers had come. */
    isExtended?: boolean | undefined
  }
  interface TradeFacts {
    /** Until when a further round of quotes takes one of this supplier, epoch ms. */
    round?: number | undefined
  }
}

const clock = (who: OrderWho) => who.part === 'clock'
const owner = (who: OrderWho) => who.part === 'owner'
/** Where an order that collects quotes is worked on until the deadline. */
const QUOTING_PAGES = ['sign-up.list', 'clarify.edit', 'change.list']

/**
 * Suppliers quote the lines of the bill, sealed until the deadline of their round; the clock opens what has come, and the
 * buyer compares, asks for another round where the documents announce one, and decides.
 */
export const quote = step({
  name: 'quote',
  label: '报价',
  pages: { rounds: 'buyer', compare: 'buyer', offer: 'buyer', jointKey: 'buyer', sheet: 'supplier' },
  orderRows: () => [
    {
      action: 'closeQuotes',
      label: '报价截止并开启',
      from: ['publish.open'],
      to: 'quote.closed',
      who: clock,
      isUnheld: true,
    },
    // Too few: nothing is opened, and the order waits for its owner.
    { action: 'failQuotes', label: '报价不足', from: ['publish.open'], to: 'quote.short', who: clock, isUnheld: true },
    // Nothing was opened: what is sealed stays in force, and suppliers may replace it or quote for the first time.
    {
      action: 'change',
      label: '延长报价截止',
      from: ['quote.short'],
      to: 'publish.open',
      who: owner,
      guard: ({ isExtended }) => (isExtended ? '报价截止时间已因报价不足延长过一次，不能再次延长' : true),
    },
    {
      action: 'startRound',
      restsOnOutcome: true,
      label: '发起下一轮报价',
      from: ['quote.closed'],
      who: owner,
      guard: ({ round }) => {
        if (round === 'open') return '本轮报价尚未结束'
        return round === 'last' ? '采购文件约定的报价轮次已用完' : true
      },
    },
  ],
  tradeRows: [
    {
      action: 'quote',
      label: '报价',
      from: [TradeStatus.values.passed],
      who: (who, { orderState, round }) =>
        who.part === 'supplier' && (orderState === 'publish.open' || round !== undefined),
      primary: true,
      guard: ({ bidEnd, round }, now) => (isBefore(now, round ?? bidEnd) ? true : '报价已截止'),
    },
  ],
  stage: ({ state, bidEnd }, now) => {
    switch (state) {
      case 'publish.open':
        return isBefore(now, bidEnd)
          ? { label: '{running}', next: { at: bidEnd, label: '{deadline}' } }
          : { label: '待开启' }
      case 'quote.closed':
        return { label: '{weighed}中' }
      case 'quote.short':
        return { label: '报价不足' }
      default:
        return null
    }
  },
  date: (order) => order.bidEnd,
  due: ({ publicises }) => ({
    'publish.open': QUOTING_PAGES,
    'quote.short': ['quote.rounds', 'abortive.edit'],
    'quote.closed': ['quote.rounds', publicises ? 'candidates.edit' : 'winner.edit'],
  }),
})

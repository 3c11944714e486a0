import { enumeration } from '#contract/enumeration.ts'
import { statusTable } from '#contract/transition.ts'

export const AuctionStatus = enumeration({
  waiting: { value: 0, label: '待竞价' },
  running: { value: 1, label: '竞价中' },
  paused: { value: 2, label: '已暂停' },
  ended: { value: 3, label: '竞价结束' },
  abortive: { value: 4, label: '已流标' },
})
export type AuctionStatus = (typeof AuctionStatus.values)[keyof typeof AuctionStatus.values]

export type AuctionAction = 'start' | 'pause' | 'resume' | 'end' | 'fail' | 'abort'

/** What the table looks at. Times are epoch ms. */
export interface AuctionFacts {
  status: AuctionStatus
  startsAt: number
  endsAt: number
}

export interface AuctionWho {
  part: 'clock' | 'host' | 'other'
}

const A = AuctionStatus.values
const clock = (who: AuctionWho) => who.part === 'clock'
const host = (who: AuctionWho) => who.part === 'host'
const notOver = (auction: AuctionFacts, now: number) => (now < auction.endsAt ? true : '竞价时间已到')

/** Every status change of an auction: start and end are the clock's, an interruption is the host's, with a reason. */
export const AUCTION_STATUS = statusTable<AuctionStatus, AuctionAction, AuctionFacts, AuctionWho>(
  (auction) => auction.status,
  [
    {
      action: 'start',
      label: '开始竞价',
      from: [A.waiting],
      to: A.running,
      who: clock,
      guard: ({ startsAt }, now) => (now < startsAt ? '未到竞价开始时间' : true),
    },
    { action: 'pause', label: '暂停竞价', from: [A.running], to: A.paused, who: host, guard: notOver },
    { action: 'resume', label: '恢复竞价', from: [A.paused], to: A.running, who: host, primary: true },
    {
      action: 'end',
      label: '结束竞价',
      from: [A.running],
      to: A.ended,
      who: clock,
      guard: ({ endsAt }, now) => (now < endsAt ? '竞价尚未结束' : true),
    },
    // Too few at the start, or nobody offered.
    { action: 'fail', label: '流标', from: [A.waiting, A.running], to: A.abortive, who: clock },
    {
      action: 'abort',
      label: '终止竞价',
      from: [A.running, A.paused],
      to: A.abortive,
      who: host,
      danger: true,
    },
  ],
)

/** The door opens so long before the start: time to come in, check the clock and read the rules. */
export const DOOR_MINUTES = 30

/** Nothing more can be offered, ever. */
export function isClosed(status: AuctionStatus): boolean {
  return status === A.ended || status === A.abortive
}

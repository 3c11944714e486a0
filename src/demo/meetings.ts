import { DAY, formatDate, HOUR, MINUTE } from '#contract/time.ts'
import { createMeeting, writeMinutes } from '#features/meetings/contract/meetings.ts'
import { beginMeeting, endMeeting, hostBeat } from '#features/meetings/contract/online.ts'
import { createRoom, rooms } from '#features/meetings/contract/rooms.ts'
import { dayAfter, dayStart } from '#features/meetings/rules/room.ts'
import { PRODUCTS } from '#features/payment/rules/catalogue.ts'
import type { Cast } from './cast.ts'
import { PEOPLE } from './people.ts'
import { officeBefore } from './play/office-hours.ts'
import { comes, payInWallet } from './play/wallet.ts'
import type { Moment } from './tender-moments.ts'

const HOURS = Array.from({ length: 7 }, (_, i) => ({ weekday: i + 1, from: 8 * 60, until: 20 * 60 }))
const ROOMS = [
  {
    name: '行政楼 301 会议室',
    kind: 1,
    place: '行政楼 3 层',
    seats: 16,
    equipment: '投影、视频会议终端',
    hours: HOURS,
  },
  { name: '评标室 A', kind: 2, place: '采购中心 2 层', seats: 9, equipment: '监控、录音录像', hours: HOURS },
]
const LAST_START = 18

/** The hospital keeps two rooms, buys fifty hours, and has held an online meeting with a colleague two days ago. */
export function meetingMoments(cast: Cast, { began }: { began: number }): Moment[] {
  const start = officeBefore(began - 2 * DAY) + 5 * MINUTE
  const held = { params: { meetingId: '' } }
  const step = (after: number, run: () => Promise<unknown>): Moment => ({
    at: new Date(start + after),
    run: () => run().then(() => undefined),
  })
  return [
    step(0, async () => {
      const buyer = await cast.as('buyer')
      for (const body of ROOMS) await buyer.call(createRoom, { body })
      const { skus } = PRODUCTS.find(({ code }) => code === 'meeting')!
      await payInWallet(buyer, { skuId: skus[0]!.id }, { method: 'wechat', play: 'pay' })
      const { meetingId } = await buyer.call(createMeeting, {
        body: {
          title: '设备科与财务科线上沟通',
          from: new Date(start + 5 * MINUTE).toISOString(),
          until: new Date(start + 35 * MINUTE).toISOString(),
          online: 'platform',
          userIds: [PEOPLE.finance1.id],
          agenda: '一、四季度付款安排\n二、验收资料移交',
        },
      })
      held.params = { meetingId }
      // Hours are there a moment after they were paid.
      await comes(() => buyer.call(beginMeeting, held).then(yes, no))
    }),
    ...[90_000, 180_000, 270_000].map((after) =>
      step(after, async () => (await cast.as('buyer')).call(hostBeat, held)),
    ),
    step(300_000, async () => {
      const buyer = await cast.as('buyer')
      await buyer.call(endMeeting, held)
      const minutes = '一、付款按合同节点办理，设备科于每月 20 日前提交。\n二、验收资料由设备科整理后移交财务科。'
      await buyer.call(writeMinutes, { ...held, body: { minutes } })
    }),
  ]
}

/** Bookings of the same rooms: one later today, where there is time, and two tomorrow. */
export async function bookRooms(cast: Cast, now: Date): Promise<void> {
  const buyer = await cast.as('buyer')
  const kept = (await buyer.call(rooms, {})).rooms
  const today = formatDate(now)
  const hour = Math.max(8, Math.floor((now.getTime() - dayStart(today).getTime()) / HOUR) + 1)
  const [day, first] = hour <= LAST_START ? [today, hour] : [dayAfter(today, 1), 16]
  const tomorrow = dayAfter(today, 1)
  const book = (title: string, at: { day: string; from: number; until: number; room: number }) => {
    const instant = (of: number) => new Date(dayStart(at.day).getTime() + of * HOUR).toISOString()
    const { roomId } = kept.find(({ name }) => name === ROOMS[at.room]!.name)!
    const body = { title, from: instant(at.from), until: instant(at.until), roomId, userIds: [PEOPLE.finance1.id] }
    return buyer.call(createMeeting, { body })
  }
  await book('采购进度例会', { day, from: first, until: first + 1, room: 0 })
  await book('预算调整讨论', { day: tomorrow, from: 9.5, until: 11, room: 0 })
  await book('评审准备会', { day: tomorrow, from: 14, until: 15, room: 1 })
}

const yes = () => true
const no = () => false

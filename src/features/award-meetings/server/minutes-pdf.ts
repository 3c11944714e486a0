import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { type ArchivePart, filed } from '#features/procurement/server/public.ts'
import type { Asker } from '#server/pdf/queue.ts'
import { renderPdf } from '#server/pdf/render.ts'
import { type Ballot, BALLOTS, MEETING_RULES, type MeetingRule } from '../rules/meeting.ts'
import type { Any, Item, Seat } from './access.ts'
import { itemValue } from './view.ts'

type Held = Pick<Seat, 'meeting' | 'items' | 'members'>

const time = (at: Date) => `${formatTime(at, true)}（北京时间）`

/** The minutes as PDF: what was on the agenda, how it was decided, who signed. Of a secret ballot the sums alone. */
export async function minutesPdf(ctx: Any, { meeting, items, members }: Held, by?: Asker): Promise<Buffer> {
  const company = await ctx.expectOne('company', { id: meeting.companyId }, { columns: ['name'] })
  const rule = MEETING_RULES[meeting.rule as MeetingRule]
  const data = {
    org: company.name,
    number: meeting.code,
    facts: [
      ['会议', meeting.title],
      ['定标方式', meeting.rule === 'lowest' ? rule : `${rule}（${BALLOTS[meeting.ballot as Ballot]}）`],
      ['开始时间', time(meeting.heldAt!)],
      ...(meeting.endedAt ? [['完成时间', time(meeting.endedAt)]] : []),
      ...(meeting.place ? [['地点', meeting.place]] : []),
    ],
    agenda: await Promise.all(items.map((item) => agendaData(ctx, { meeting, members }, item))),
    members: members.map((one) => ({
      name: one.isChair ? `${one.name}（主持人）` : one.name,
      state: one.outAt ? (one.reply === 'avoiding' ? `回避：${one.replyReason}` : '已更换') : '参会',
      signed: one.signedAt
        ? formatTime(one.signedAt, true)
        : one.outAt
          ? ''
          : meeting.state === 'signed'
            ? '未签字'
            : '待签字',
      remark: one.remark,
    })),
    minutes: meeting.minutes,
  }
  return renderPdf(TEMPLATE, data, { at: meeting.endedAt ?? meeting.minutedAt!, ...(by && { by }) })
}

/** The minutes in the archive of an order: the meeting that chose its winner, without what else was on its agenda. */
export const meetingArchive: ArchivePart = {
  name: 'award-meetings',
  async entries(ctx, order) {
    const items = (await ctx.many('award_meeting_order', { orderId: order.id }, { orderBy: ['meetingId'] })) as Item[]
    const held = await Promise.all(
      items.map(async (item) => ({
        items: [item],
        meeting: await ctx.expectOne('award_meeting', { id: item.meetingId }),
        members: await ctx.many(
          'award_meeting_member',
          { meetingId: item.meetingId },
          { orderBy: ['isChair desc', 'id'] },
        ),
      })),
    )
    const signed = held.filter(({ meeting }) => meeting.state === 'signed')
    return Promise.all(
      signed.map(async (one) => filed('result', `定标会纪要-${one.meeting.code}.pdf`, await minutesPdf(ctx, one))),
    )
  },
}

async function agendaData(ctx: Any, seat: Pick<Held, 'meeting' | 'members'>, item: Item) {
  const { code, title, candidates, chosen, rounds } = await itemValue(ctx, seat, item)
  const nameOf = (tradeId: string) => candidates.find((one) => one.tradeId === tradeId)?.supplierName ?? '原候选人'
  const lot = rounds.at(-1)?.lot ?? []
  return {
    title: `${title}（${code}）`,
    candidates: candidates.map(({ tradeId, rank, supplierName, price, score }) => ({
      rank: String(rank),
      name: supplierName,
      price: formatAmount(price),
      score: score ?? '—',
      votes:
        rounds.map(({ tally }) => String(tally.find((one) => one.tradeId === tradeId)?.votes ?? 0)).join(' / ') || '—',
    })),
    named: rounds.flatMap(({ round, named }) =>
      named.map(({ name, tradeId, reason }) => ({ round: String(round), name, choice: nameOf(tradeId), reason })),
    ),
    result: chosen === null ? '未确定' : nameOf(chosen),
    lot: lot.length > 0 ? `${lot.map(nameOf).join('、')}参加抽签，经抽签确定。` : '',
    salts: (rounds.at(-1)?.salts ?? []).map((salt) => ({ salt })),
  }
}

const TEMPLATE = `#import "base.typ": *
#show: official.with(title: "定标会会议纪要", org: input.org, number: input.number)
#facts(input.facts)
#for item in input.agenda [
= #item.title
#data-table(
  ((title: "排名", key: "rank", width: 0.5fr, align: "center"), (title: "候选人", key: "name", width: 2.4fr), (title: "报价（元）", key: "price", width: 1.2fr, align: "right"), (title: "得分", key: "score", width: 0.7fr, align: "right"), (title: "各轮票数", key: "votes", width: 0.9fr, align: "right")),
  item.candidates,
)
#if item.named.len() > 0 [
#data-table(
  ((title: "轮次", key: "round", width: 0.5fr, align: "center"), (title: "成员", key: "name", width: 0.8fr), (title: "选择", key: "choice", width: 1.6fr), (title: "理由", key: "reason", width: 2fr)),
  item.named,
)
]
#par("会议确定：" + item.result + "。" + item.lot)
#if item.salts.len() > 0 [
#par("抽签方法：下列随机数依次相接取 SHA-256，以前 8 字节（高位在前）除以参加抽签的家数取余，余数为其在参加者（按上述顺序）中的序位（从 0 起）。")
#data-table(((title: "随机数（十六进制）", key: "salt", width: 1fr),), item.salts)
]
]
= 会议纪要
#par(input.minutes)
= 定标成员签字
#data-table(
  ((title: "姓名", key: "name", width: 1fr), (title: "参会", key: "state", width: 1.3fr), (title: "签字时间（北京时间）", key: "signed", width: 1.5fr), (title: "签字意见", key: "remark", width: 1.6fr)),
  input.members,
)
#par("成员在本平台以本人账号签字，签字记入审计链。")
`
